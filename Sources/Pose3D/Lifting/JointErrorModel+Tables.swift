// Written by Training/calibrate.py: see there.

internal import Geometry

extension JointErrorModel {
  /// Factors along x, y and z by origin, depth and group, in the order of their cases.
  static let table: [Vector3] = [
    // blazePose, without a depth map
    [0.97, 1.11, 1.00],  // root
    [1.06, 1.05, 0.98],  // hips
    [1.09, 1.44, 1.45],  // knees
    [1.05, 1.34, 1.53],  // ankles
    [0.83, 1.04, 1.09],  // spine
    [1.35, 1.87, 1.97],  // centerShoulder
    [1.01, 1.38, 1.31],  // head
    [1.26, 1.49, 1.48],  // shoulders
    [1.28, 1.49, 1.72],  // elbows
    [1.16, 1.41, 1.71],  // wrists
    // blazePose, confirmed by the depth map
    [0.84, 1.20, 2.40],  // root
    [1.03, 0.85, 1.04],  // hips
    [1.05, 1.28, 1.48],  // knees
    [0.92, 0.95, 1.51],  // ankles
    [0.83, 1.02, 1.04],  // spine
    [1.34, 1.60, 1.83],  // centerShoulder
    [0.98, 1.21, 1.50],  // head
    [1.26, 1.46, 1.59],  // shoulders
    [1.12, 1.40, 1.63],  // elbows
    [1.04, 1.26, 1.44],  // wrists
    // blazePose, not confirmed by the depth map
    [1.70, 2.50, 2.82],  // root
    [1.23, 1.03, 1.10],  // hips
    [1.31, 1.77, 1.87],  // knees
    [1.25, 1.59, 2.11],  // ankles
    [1.07, 1.18, 1.24],  // spine
    [1.59, 1.83, 2.13],  // centerShoulder
    [1.11, 1.26, 1.49],  // head
    [1.45, 1.43, 1.81],  // shoulders
    [1.52, 1.92, 2.05],  // elbows
    [1.46, 1.86, 2.15],  // wrists
    // exact, without a depth map
    [1.04, 1.01, 1.30],  // root
    [0.43, 0.20, 0.81],  // hips
    [0.72, 0.82, 1.18],  // knees
    [0.79, 1.03, 1.14],  // ankles
    [0.32, 0.51, 0.67],  // spine
    [0.62, 1.00, 1.32],  // centerShoulder
    [0.55, 0.99, 1.01],  // head
    [0.75, 1.11, 1.14],  // shoulders
    [0.97, 1.05, 1.46],  // elbows
    [1.16, 1.15, 1.66],  // wrists
    // exact, confirmed by the depth map
    [0.70, 0.65, 2.46],  // root
    [0.24, 0.19, 0.93],  // hips
    [0.46, 0.58, 1.67],  // knees
    [0.47, 0.82, 1.67],  // ankles
    [0.35, 0.48, 1.00],  // spine
    [0.39, 0.52, 1.87],  // centerShoulder
    [0.45, 0.77, 1.45],  // head
    [0.46, 0.57, 1.60],  // shoulders
    [0.56, 0.56, 1.69],  // elbows
    [0.58, 0.52, 1.43],  // wrists
    // exact, not confirmed by the depth map
    [0.97, 1.06, 3.02],  // root
    [0.29, 0.28, 1.02],  // hips
    [0.55, 0.67, 1.66],  // knees
    [0.77, 0.98, 1.90],  // ankles
    [0.36, 0.45, 1.14],  // spine
    [0.37, 0.43, 1.93],  // centerShoulder
    [0.50, 0.72, 1.44],  // head
    [0.53, 0.66, 1.76],  // shoulders
    [0.69, 0.77, 1.98],  // elbows
    [0.84, 0.97, 2.13],  // wrists
    // precise, without a depth map
    [1.47, 1.66, 1.54],  // root
    [0.98, 1.13, 0.97],  // hips
    [1.28, 1.69, 1.52],  // knees
    [1.36, 1.53, 1.51],  // ankles
    [0.71, 1.00, 0.93],  // spine
    [1.54, 1.92, 1.77],  // centerShoulder
    [0.95, 1.47, 1.14],  // head
    [1.31, 1.63, 1.25],  // shoulders
    [1.43, 1.57, 1.64],  // elbows
    [1.40, 1.60, 1.80],  // wrists
    // precise, confirmed by the depth map
    [1.35, 1.43, 2.37],  // root
    [0.99, 1.00, 0.99],  // hips
    [1.24, 1.45, 1.64],  // knees
    [1.27, 1.32, 1.67],  // ankles
    [0.87, 0.95, 1.10],  // spine
    [1.54, 1.45, 2.01],  // centerShoulder
    [1.01, 1.14, 1.53],  // head
    [1.39, 1.29, 1.64],  // shoulders
    [1.30, 1.34, 1.63],  // elbows
    [1.17, 1.37, 1.55],  // wrists
    // precise, not confirmed by the depth map
    [1.77, 1.98, 3.18],  // root
    [1.29, 1.36, 1.08],  // hips
    [1.48, 1.71, 1.87],  // knees
    [1.61, 1.81, 1.95],  // ankles
    [0.96, 1.13, 1.19],  // spine
    [1.92, 1.84, 2.22],  // centerShoulder
    [1.25, 1.42, 1.50],  // head
    [1.54, 1.58, 1.89],  // shoulders
    [1.61, 1.77, 2.15],  // elbows
    [1.61, 1.78, 2.21],  // wrists
    // detected, without a depth map
    [1.71, 2.19, 1.90],  // root
    [2.33, 2.22, 1.04],  // hips
    [2.27, 3.01, 1.96],  // knees
    [2.15, 2.91, 1.87],  // ankles
    [1.30, 2.85, 1.61],  // spine
    [3.56, 6.86, 3.02],  // centerShoulder
    [1.82, 3.54, 2.34],  // head
    [2.92, 5.20, 2.22],  // shoulders
    [2.46, 3.81, 2.22],  // elbows
    [2.13, 3.03, 2.20],  // wrists
    // detected, confirmed by the depth map
    [1.40, 1.90, 2.85],  // root
    [1.88, 1.70, 1.22],  // hips
    [2.25, 2.55, 2.00],  // knees
    [2.04, 2.52, 2.01],  // ankles
    [1.19, 1.85, 1.31],  // spine
    [2.67, 3.30, 2.38],  // centerShoulder
    [1.54, 1.88, 1.91],  // head
    [2.42, 3.21, 1.95],  // shoulders
    [2.18, 3.00, 2.06],  // elbows
    [1.85, 2.48, 1.90],  // wrists
    // detected, not confirmed by the depth map
    [2.26, 3.49, 3.39],  // root
    [2.17, 1.56, 1.32],  // hips
    [2.08, 2.50, 2.32],  // knees
    [1.86, 2.48, 2.61],  // ankles
    [1.51, 1.60, 1.59],  // spine
    [2.99, 2.77, 2.66],  // centerShoulder
    [1.58, 1.58, 1.91],  // head
    [2.47, 2.28, 2.03],  // shoulders
    [2.06, 2.48, 2.36],  // elbows
    [2.01, 2.22, 2.33],  // wrists
  ]

  /// The same for the logarithm of stature, by origin.
  static let stature: [Double] = [1.31, 1.41, 1.63, 2.19]
}

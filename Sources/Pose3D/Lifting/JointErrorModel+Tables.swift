// Written by Training/calibrate.py: see there.

internal import Geometry

extension JointErrorModel {
  /// Factors along x, y and z by origin, depth and group, in the order of their cases.
  static let table: [Vector3] = [
    // blazePose, without a depth map
    [0.83, 1.35, 1.06],  // root
    [1.11, 1.08, 0.82],  // hips
    [1.04, 1.55, 1.13],  // knees
    [1.05, 1.56, 1.17],  // ankles
    [0.69, 0.99, 0.89],  // spine
    [1.22, 2.04, 1.69],  // centerShoulder
    [0.79, 1.33, 1.06],  // head
    [1.15, 1.62, 1.20],  // shoulders
    [1.12, 1.47, 1.24],  // elbows
    [1.04, 1.42, 1.28],  // wrists
    // blazePose, confirmed by the depth map
    [0.84, 1.28, 2.18],  // root
    [1.21, 0.90, 0.94],  // hips
    [0.97, 1.50, 1.49],  // knees
    [0.88, 1.20, 1.50],  // ankles
    [0.87, 1.00, 0.94],  // spine
    [1.23, 1.70, 1.80],  // centerShoulder
    [0.89, 1.15, 1.40],  // head
    [1.28, 1.58, 1.54],  // shoulders
    [1.12, 1.48, 1.64],  // elbows
    [1.01, 1.35, 1.51],  // wrists
    // blazePose, not confirmed by the depth map
    [1.48, 2.03, 2.69],  // root
    [1.46, 1.29, 0.91],  // hips
    [1.70, 1.93, 1.61],  // knees
    [1.69, 2.03, 1.97],  // ankles
    [1.06, 1.07, 1.05],  // spine
    [1.46, 1.96, 2.41],  // centerShoulder
    [0.98, 1.06, 1.23],  // head
    [1.59, 1.48, 1.63],  // shoulders
    [1.44, 1.60, 1.69],  // elbows
    [1.32, 1.55, 1.84],  // wrists
    // exact, without a depth map
    [0.85, 0.89, 1.15],  // root
    [0.30, 0.17, 0.53],  // hips
    [0.51, 0.66, 0.70],  // knees
    [0.62, 0.77, 0.81],  // ankles
    [0.25, 0.28, 0.39],  // spine
    [0.47, 0.88, 0.85],  // centerShoulder
    [0.39, 0.69, 0.58],  // head
    [0.52, 0.87, 0.70],  // shoulders
    [0.60, 0.73, 0.75],  // elbows
    [0.68, 0.79, 0.81],  // wrists
    // exact, confirmed by the depth map
    [0.60, 0.60, 2.03],  // root
    [0.19, 0.19, 0.74],  // hips
    [0.38, 0.48, 1.25],  // knees
    [0.44, 0.69, 1.36],  // ankles
    [0.31, 0.34, 0.75],  // spine
    [0.33, 0.45, 1.45],  // centerShoulder
    [0.34, 0.57, 1.08],  // head
    [0.38, 0.54, 1.23],  // shoulders
    [0.46, 0.48, 1.26],  // elbows
    [0.48, 0.47, 1.11],  // wrists
    // exact, not confirmed by the depth map
    [0.67, 0.99, 2.48],  // root
    [0.21, 0.21, 0.78],  // hips
    [0.41, 0.58, 1.16],  // knees
    [0.61, 1.03, 1.44],  // ankles
    [0.32, 0.39, 0.81],  // spine
    [0.38, 0.53, 1.96],  // centerShoulder
    [0.36, 0.63, 1.01],  // head
    [0.47, 0.67, 1.39],  // shoulders
    [0.52, 0.68, 1.43],  // elbows
    [0.63, 0.83, 1.52],  // wrists
    // precise, without a depth map
    [1.40, 1.44, 1.41],  // root
    [0.95, 1.00, 0.75],  // hips
    [1.18, 1.35, 1.05],  // knees
    [1.27, 1.34, 1.12],  // ankles
    [0.71, 0.70, 0.63],  // spine
    [1.40, 1.63, 1.25],  // centerShoulder
    [0.90, 1.12, 0.75],  // head
    [1.26, 1.38, 0.93],  // shoulders
    [1.20, 1.28, 1.02],  // elbows
    [1.21, 1.34, 1.08],  // wrists
    // precise, confirmed by the depth map
    [1.43, 1.46, 2.32],  // root
    [1.07, 0.98, 1.00],  // hips
    [1.23, 1.41, 1.47],  // knees
    [1.23, 1.36, 1.53],  // ankles
    [0.97, 0.92, 0.96],  // spine
    [1.55, 1.50, 1.80],  // centerShoulder
    [0.98, 1.09, 1.34],  // head
    [1.44, 1.42, 1.55],  // shoulders
    [1.34, 1.38, 1.52],  // elbows
    [1.24, 1.31, 1.58],  // wrists
    // precise, not confirmed by the depth map
    [1.59, 1.63, 2.55],  // root
    [1.19, 1.09, 1.01],  // hips
    [1.48, 1.60, 1.54],  // knees
    [1.64, 1.74, 1.91],  // ankles
    [1.09, 1.10, 1.04],  // spine
    [1.52, 1.71, 2.17],  // centerShoulder
    [1.17, 1.28, 1.19],  // head
    [1.55, 1.57, 1.62],  // shoulders
    [1.43, 1.54, 1.75],  // elbows
    [1.49, 1.59, 1.86],  // wrists
    // detected, without a depth map
    [1.37, 2.09, 1.67],  // root
    [2.35, 2.28, 0.83],  // hips
    [2.09, 3.14, 1.39],  // knees
    [1.90, 2.93, 1.38],  // ankles
    [1.09, 2.30, 1.22],  // spine
    [2.85, 6.91, 2.51],  // centerShoulder
    [1.43, 2.77, 1.65],  // head
    [2.50, 5.26, 1.68],  // shoulders
    [2.27, 3.55, 1.62],  // elbows
    [1.90, 2.82, 1.52],  // wrists
    // detected, confirmed by the depth map
    [1.20, 1.80, 2.52],  // root
    [2.31, 1.95, 1.10],  // hips
    [2.10, 3.01, 1.82],  // knees
    [1.77, 2.60, 1.94],  // ankles
    [1.26, 1.92, 1.21],  // spine
    [2.44, 3.77, 2.41],  // centerShoulder
    [1.43, 1.86, 1.82],  // head
    [2.55, 3.64, 2.04],  // shoulders
    [2.38, 3.43, 1.98],  // elbows
    [1.95, 2.99, 1.83],  // wrists
    // detected, not confirmed by the depth map
    [1.83, 2.61, 3.39],  // root
    [2.44, 1.89, 1.06],  // hips
    [2.84, 2.99, 2.15],  // knees
    [2.72, 3.11, 2.59],  // ankles
    [1.26, 1.57, 1.27],  // spine
    [2.75, 3.17, 2.94],  // centerShoulder
    [1.55, 1.58, 1.86],  // head
    [2.76, 2.51, 2.16],  // shoulders
    [2.34, 2.60, 2.07],  // elbows
    [2.02, 2.22, 2.24],  // wrists
  ]

  /// The same for the logarithm of stature, by origin.
  static let stature: [Double] = [1.65, 1.60, 1.60, 2.50]
}

// Written by Training/calibrate.py: see there.

internal import PoseGeometry

extension JointErrorModel {
  /// Factors along x, y and z by origin, depth and group, in the order of their cases.
  static let table: [Vector3] = [
    // blazePose, without a depth map
    [0.92, 1.09, 0.99],  // root
    [1.01, 0.99, 0.99],  // hips
    [1.10, 1.38, 1.42],  // knees
    [1.00, 1.29, 1.47],  // ankles
    [0.79, 0.98, 1.08],  // spine
    [1.32, 1.74, 1.97],  // centerShoulder
    [0.97, 1.33, 1.27],  // head
    [1.23, 1.43, 1.49],  // shoulders
    [1.21, 1.43, 1.74],  // elbows
    [1.14, 1.30, 1.74],  // wrists
    // blazePose, confirmed by the depth map
    [0.87, 1.17, 2.50],  // root
    [0.98, 0.84, 1.00],  // hips
    [1.06, 1.30, 1.51],  // knees
    [0.92, 0.99, 1.61],  // ankles
    [0.85, 0.96, 1.02],  // spine
    [1.35, 1.55, 1.84],  // centerShoulder
    [0.98, 1.16, 1.51],  // head
    [1.27, 1.39, 1.57],  // shoulders
    [1.15, 1.33, 1.65],  // elbows
    [1.06, 1.21, 1.59],  // wrists
    // blazePose, not confirmed by the depth map
    [1.62, 2.86, 2.51],  // root
    [1.31, 1.14, 1.01],  // hips
    [1.36, 1.80, 1.72],  // knees
    [1.29, 1.60, 1.93],  // ankles
    [1.08, 1.13, 1.19],  // spine
    [1.66, 1.94, 1.79],  // centerShoulder
    [1.08, 1.19, 1.38],  // head
    [1.45, 1.38, 1.62],  // shoulders
    [1.57, 1.84, 1.91],  // elbows
    [1.56, 1.77, 1.93],  // wrists
    // exact, without a depth map
    [1.05, 1.04, 1.36],  // root
    [0.43, 0.20, 0.85],  // hips
    [0.68, 0.87, 1.19],  // knees
    [0.77, 1.03, 1.25],  // ankles
    [0.34, 0.51, 0.71],  // spine
    [0.58, 1.00, 1.34],  // centerShoulder
    [0.55, 1.00, 1.00],  // head
    [0.74, 1.15, 1.19],  // shoulders
    [0.93, 0.99, 1.59],  // elbows
    [1.16, 1.21, 1.72],  // wrists
    // exact, confirmed by the depth map
    [0.74, 0.72, 2.68],  // root
    [0.24, 0.20, 0.95],  // hips
    [0.45, 0.58, 1.69],  // knees
    [0.50, 0.86, 1.74],  // ankles
    [0.37, 0.49, 0.98],  // spine
    [0.37, 0.51, 1.81],  // centerShoulder
    [0.46, 0.82, 1.49],  // head
    [0.46, 0.58, 1.65],  // shoulders
    [0.56, 0.60, 1.70],  // elbows
    [0.62, 0.57, 1.56],  // wrists
    // exact, not confirmed by the depth map
    [0.80, 0.92, 2.73],  // root
    [0.28, 0.26, 0.92],  // hips
    [0.56, 0.65, 1.57],  // knees
    [0.71, 0.96, 1.63],  // ankles
    [0.37, 0.39, 1.00],  // spine
    [0.36, 0.40, 1.56],  // centerShoulder
    [0.46, 0.67, 1.24],  // head
    [0.50, 0.58, 1.51],  // shoulders
    [0.68, 0.70, 1.80],  // elbows
    [0.83, 0.91, 1.95],  // wrists
    // precise, without a depth map
    [1.47, 1.68, 1.52],  // root
    [1.01, 1.15, 0.99],  // hips
    [1.31, 1.65, 1.48],  // knees
    [1.37, 1.55, 1.45],  // ankles
    [0.75, 1.02, 0.92],  // spine
    [1.57, 1.99, 1.73],  // centerShoulder
    [0.97, 1.47, 1.15],  // head
    [1.33, 1.69, 1.32],  // shoulders
    [1.44, 1.60, 1.70],  // elbows
    [1.43, 1.70, 1.80],  // wrists
    // precise, confirmed by the depth map
    [1.30, 1.48, 2.49],  // root
    [0.96, 1.02, 0.95],  // hips
    [1.25, 1.48, 1.66],  // knees
    [1.29, 1.34, 1.81],  // ankles
    [0.88, 0.99, 1.13],  // spine
    [1.51, 1.51, 2.04],  // centerShoulder
    [1.01, 1.18, 1.50],  // head
    [1.32, 1.33, 1.64],  // shoulders
    [1.34, 1.40, 1.66],  // elbows
    [1.22, 1.43, 1.67],  // wrists
    // precise, not confirmed by the depth map
    [1.70, 1.98, 3.10],  // root
    [1.21, 1.39, 1.02],  // hips
    [1.37, 1.67, 1.66],  // knees
    [1.59, 1.74, 1.71],  // ankles
    [0.92, 1.04, 1.12],  // spine
    [1.75, 1.79, 1.96],  // centerShoulder
    [1.17, 1.39, 1.29],  // head
    [1.43, 1.56, 1.63],  // shoulders
    [1.57, 1.70, 1.95],  // elbows
    [1.46, 1.68, 1.95],  // wrists
    // detected, without a depth map
    [1.80, 2.29, 1.93],  // root
    [2.42, 2.27, 1.06],  // hips
    [2.39, 3.05, 1.96],  // knees
    [2.20, 2.92, 1.85],  // ankles
    [1.40, 3.11, 1.67],  // spine
    [3.77, 7.13, 3.07],  // centerShoulder
    [1.90, 3.81, 2.45],  // head
    [3.13, 5.43, 2.31],  // shoulders
    [2.65, 4.09, 2.27],  // elbows
    [2.24, 3.27, 2.22],  // wrists
    // detected, confirmed by the depth map
    [1.49, 1.96, 3.09],  // root
    [1.96, 1.78, 1.27],  // hips
    [2.45, 2.74, 2.05],  // knees
    [2.16, 2.66, 2.12],  // ankles
    [1.28, 2.03, 1.35],  // spine
    [2.96, 3.56, 2.47],  // centerShoulder
    [1.60, 2.06, 2.01],  // head
    [2.70, 3.48, 2.13],  // shoulders
    [2.35, 3.33, 2.12],  // elbows
    [1.99, 2.71, 2.05],  // wrists
    // detected, not confirmed by the depth map
    [2.28, 3.89, 2.97],  // root
    [2.18, 1.65, 1.32],  // hips
    [2.06, 2.56, 2.16],  // knees
    [1.92, 2.47, 2.37],  // ankles
    [1.60, 1.73, 1.56],  // spine
    [3.15, 3.15, 2.53],  // centerShoulder
    [1.63, 1.68, 1.90],  // head
    [2.61, 2.34, 1.96],  // shoulders
    [2.19, 2.75, 2.27],  // elbows
    [2.04, 2.38, 2.22],  // wrists
  ]

  /// The same for the logarithm of stature, by origin.
  static let stature: [Double] = [1.18, 1.51, 1.56, 2.21]
}

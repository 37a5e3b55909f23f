/// The order of the points in a list of keypoints without names. The raw value is the layout's name
/// on the command line.
///
/// Sources: COCO keypoint annotation format; OpenPose `doc/02_output.md` (BODY_25, COCO) and its
/// experimental BODY_25B; HALPE full body; COCO-WholeBody; CrowdPose (Li et al. 2019) and AI Challenger
/// (Wu et al. 2017) in the order of their annotations; MediaPipe's pose landmark model;
/// Vision's `VNHumanBodyPoseObservation.JointName`.
public enum KeypointLayout: String, CaseIterable, Sendable {
  /// COCO's 17 points.
  case coco
  /// HALPE's 26 points, COCO's 17 first.
  case halpe26
  /// HALPE's 136 points, AlphaPose's full body, of which the first 26 are read.
  case halpe136
  /// COCO-WholeBody's 133 points, of which body and feet are read.
  case coco133
  /// OpenPose's BODY_25, its default.
  case body25
  /// OpenPose's BODY_25B, COCO's 17 points first; the upper neck is left out.
  case body25b
  /// OpenPose's COCO model with 18 points.
  case openposeCoco
  /// CrowdPose's 14 points.
  case crowdpose
  /// AI Challenger's 14 points.
  case aic
  /// MediaPipe's (BlazePose's) 33 points.
  case mediapipe
  /// The 19 points of Vision's 2D body pose. In a file: points by name, with Vision's normalised
  /// coordinates.
  case vision

  /// The point at every position; `nil` where the layout has a point that isn't read.
  public var points: [Keypoint?] {
    switch self {
    case .coco: Self.cocoPoints
    case .halpe26: Self.halpePoints
    case .halpe136: Self.filled(Self.halpePoints, to: 136)
    case .coco133: Self.filled(Self.cocoPoints + Self.feet, to: 133)
    case .body25: Self.body25Points
    case .body25b: Self.cocoPoints + [nil, .topHead] + Self.feet
    case .openposeCoco:
      [
        .nose, .neck, .rightShoulder, .rightElbow, .rightWrist, .leftShoulder, .leftElbow,
        .leftWrist, .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .rightEye,
        .leftEye, .rightEar, .leftEar,
      ]
    case .crowdpose:
      [
        .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftHip,
        .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .topHead, .neck,
      ]
    case .aic:
      [
        .rightShoulder, .rightElbow, .rightWrist, .leftShoulder, .leftElbow, .leftWrist, .rightHip,
        .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .topHead, .neck,
      ]
    case .mediapipe: Self.mediaPipePoints
    case .vision:
      [
        .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftShoulder, .rightShoulder, .neck,
        .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftHip, .rightHip, .root, .leftKnee,
        .rightKnee, .leftAnkle, .rightAnkle,
      ]
    }
  }

  /// The points of a layout that has further ones after them, which are not read.
  private static func filled(_ points: [Keypoint?], to count: Int) -> [Keypoint?] {
    points + Array(repeating: nil, count: count - points.count)
  }

  private static let cocoPoints: [Keypoint?] = [
    .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftShoulder, .rightShoulder, .leftElbow,
    .rightElbow, .leftWrist, .rightWrist, .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle,
    .rightAnkle,
  ]

  private static let halpePoints: [Keypoint?] =
    cocoPoints + [
      .topHead, .neck, .root, .leftToe, .rightToe, .leftSmallToe, .rightSmallToe, .leftHeel,
      .rightHeel,
    ]

  private static let feet: [Keypoint?] = [
    .leftToe, .leftSmallToe, .leftHeel, .rightToe, .rightSmallToe, .rightHeel,
  ]

  private static let body25Points: [Keypoint?] =
    [
      .nose, .neck, .rightShoulder, .rightElbow, .rightWrist, .leftShoulder, .leftElbow, .leftWrist,
      .root, .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .rightEye,
      .leftEye, .rightEar, .leftEar,
    ] + feet

  private static let mediaPipePoints: [Keypoint?] = [
    .nose, .leftEyeInner, .leftEye, .leftEyeOuter, .rightEyeInner, .rightEye, .rightEyeOuter,
    .leftEar, .rightEar, .mouthLeft, .mouthRight, .leftShoulder, .rightShoulder, .leftElbow,
    .rightElbow, .leftWrist, .rightWrist, .leftPinky, .rightPinky, .leftIndex, .rightIndex,
    .leftThumb, .rightThumb, .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle,
    .leftHeel, .rightHeel, .leftToe, .rightToe,
  ]
}

/// The name of a point.
public struct VNRecognizedPointKey: Sendable, Hashable, RawRepresentable {
  /// Vision's own name.
  public let rawValue: String
  /// A name from Vision's own.
  public init(rawValue: String) { self.rawValue = rawValue }
}

// The names of the 19 points of a body, under their names of 2020.
extension VNRecognizedPointKey {
  /// The nose.
  public static var bodyLandmarkKeyNose: Self { VNHumanBodyPoseObservation.JointName.nose.rawValue }
  /// The left eye.
  public static var bodyLandmarkKeyLeftEye: Self {
    VNHumanBodyPoseObservation.JointName.leftEye.rawValue
  }
  /// The right eye.
  public static var bodyLandmarkKeyRightEye: Self {
    VNHumanBodyPoseObservation.JointName.rightEye.rawValue
  }
  /// The left ear.
  public static var bodyLandmarkKeyLeftEar: Self {
    VNHumanBodyPoseObservation.JointName.leftEar.rawValue
  }
  /// The right ear.
  public static var bodyLandmarkKeyRightEar: Self {
    VNHumanBodyPoseObservation.JointName.rightEar.rawValue
  }
  /// The left shoulder.
  public static var bodyLandmarkKeyLeftShoulder: Self {
    VNHumanBodyPoseObservation.JointName.leftShoulder.rawValue
  }
  /// The right shoulder.
  public static var bodyLandmarkKeyRightShoulder: Self {
    VNHumanBodyPoseObservation.JointName.rightShoulder.rawValue
  }
  /// The neck.
  public static var bodyLandmarkKeyNeck: Self { VNHumanBodyPoseObservation.JointName.neck.rawValue }
  /// The left elbow.
  public static var bodyLandmarkKeyLeftElbow: Self {
    VNHumanBodyPoseObservation.JointName.leftElbow.rawValue
  }
  /// The right elbow.
  public static var bodyLandmarkKeyRightElbow: Self {
    VNHumanBodyPoseObservation.JointName.rightElbow.rawValue
  }
  /// The left wrist.
  public static var bodyLandmarkKeyLeftWrist: Self {
    VNHumanBodyPoseObservation.JointName.leftWrist.rawValue
  }
  /// The right wrist.
  public static var bodyLandmarkKeyRightWrist: Self {
    VNHumanBodyPoseObservation.JointName.rightWrist.rawValue
  }
  /// The left hip.
  public static var bodyLandmarkKeyLeftHip: Self {
    VNHumanBodyPoseObservation.JointName.leftHip.rawValue
  }
  /// The right hip.
  public static var bodyLandmarkKeyRightHip: Self {
    VNHumanBodyPoseObservation.JointName.rightHip.rawValue
  }
  /// The root.
  public static var bodyLandmarkKeyRoot: Self { VNHumanBodyPoseObservation.JointName.root.rawValue }
  /// The left knee.
  public static var bodyLandmarkKeyLeftKnee: Self {
    VNHumanBodyPoseObservation.JointName.leftKnee.rawValue
  }
  /// The right knee.
  public static var bodyLandmarkKeyRightKnee: Self {
    VNHumanBodyPoseObservation.JointName.rightKnee.rawValue
  }
  /// The left ankle.
  public static var bodyLandmarkKeyLeftAnkle: Self {
    VNHumanBodyPoseObservation.JointName.leftAnkle.rawValue
  }
  /// The right ankle.
  public static var bodyLandmarkKeyRightAnkle: Self {
    VNHumanBodyPoseObservation.JointName.rightAnkle.rawValue
  }
}

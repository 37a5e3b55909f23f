public import Foundation

/// The name of a point.
public struct VNRecognizedPointKey: Sendable, Hashable, RawRepresentable {
  /// Vision's own name.
  public let rawValue: String
  /// A name from Vision's own.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Key names are strings where Foundation asks for objects, as on Apple's systems: for
/// `JSONSerialization`, whose `isValidJSONObject` doesn't know them, and for `NSDictionary`.
extension VNRecognizedPointKey: _ObjectiveCBridgeable {
  /// Vision's own name.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }
  /// The key of a name.
  public static func _forceBridgeFromObjectiveC(
    _ name: NSString, result: inout VNRecognizedPointKey?
  ) {
    result = VNRecognizedPointKey(rawValue: name.description)
  }
  /// The key of a name.
  public static func _conditionallyBridgeFromObjectiveC(
    _ name: NSString, result: inout VNRecognizedPointKey?
  ) -> Bool {
    result = VNRecognizedPointKey(rawValue: name.description)
    return true
  }
  /// The key of a name; an empty one for none.
  public static func _unconditionallyBridgeFromObjectiveC(_ name: NSString?) -> Self {
    VNRecognizedPointKey(rawValue: name?.description ?? "")
  }
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

// The names of the 21 points of a hand, under their names of 2020.
extension VNRecognizedPointKey {
  /// The wrist.
  public static var handLandmarkKeyWrist: Self {
    VNHumanHandPoseObservation.JointName.wrist.rawValue
  }
  /// The thumb's carpometacarpal joint.
  public static var handLandmarkKeyThumbCMC: Self {
    VNHumanHandPoseObservation.JointName.thumbCMC.rawValue
  }
  /// The thumb's metacarpophalangeal joint.
  public static var handLandmarkKeyThumbMP: Self {
    VNHumanHandPoseObservation.JointName.thumbMP.rawValue
  }
  /// The thumb's interphalangeal joint.
  public static var handLandmarkKeyThumbIP: Self {
    VNHumanHandPoseObservation.JointName.thumbIP.rawValue
  }
  /// The thumb's tip.
  public static var handLandmarkKeyThumbTIP: Self {
    VNHumanHandPoseObservation.JointName.thumbTip.rawValue
  }
  /// The index finger's metacarpophalangeal joint.
  public static var handLandmarkKeyIndexMCP: Self {
    VNHumanHandPoseObservation.JointName.indexMCP.rawValue
  }
  /// The index finger's proximal interphalangeal joint.
  public static var handLandmarkKeyIndexPIP: Self {
    VNHumanHandPoseObservation.JointName.indexPIP.rawValue
  }
  /// The index finger's distal interphalangeal joint.
  public static var handLandmarkKeyIndexDIP: Self {
    VNHumanHandPoseObservation.JointName.indexDIP.rawValue
  }
  /// The index finger's tip.
  public static var handLandmarkKeyIndexTIP: Self {
    VNHumanHandPoseObservation.JointName.indexTip.rawValue
  }
  /// The middle finger's metacarpophalangeal joint.
  public static var handLandmarkKeyMiddleMCP: Self {
    VNHumanHandPoseObservation.JointName.middleMCP.rawValue
  }
  /// The middle finger's proximal interphalangeal joint.
  public static var handLandmarkKeyMiddlePIP: Self {
    VNHumanHandPoseObservation.JointName.middlePIP.rawValue
  }
  /// The middle finger's distal interphalangeal joint.
  public static var handLandmarkKeyMiddleDIP: Self {
    VNHumanHandPoseObservation.JointName.middleDIP.rawValue
  }
  /// The middle finger's tip.
  public static var handLandmarkKeyMiddleTIP: Self {
    VNHumanHandPoseObservation.JointName.middleTip.rawValue
  }
  /// The ring finger's metacarpophalangeal joint.
  public static var handLandmarkKeyRingMCP: Self {
    VNHumanHandPoseObservation.JointName.ringMCP.rawValue
  }
  /// The ring finger's proximal interphalangeal joint.
  public static var handLandmarkKeyRingPIP: Self {
    VNHumanHandPoseObservation.JointName.ringPIP.rawValue
  }
  /// The ring finger's distal interphalangeal joint.
  public static var handLandmarkKeyRingDIP: Self {
    VNHumanHandPoseObservation.JointName.ringDIP.rawValue
  }
  /// The ring finger's tip.
  public static var handLandmarkKeyRingTIP: Self {
    VNHumanHandPoseObservation.JointName.ringTip.rawValue
  }
  /// The little finger's metacarpophalangeal joint.
  public static var handLandmarkKeyLittleMCP: Self {
    VNHumanHandPoseObservation.JointName.littleMCP.rawValue
  }
  /// The little finger's proximal interphalangeal joint.
  public static var handLandmarkKeyLittlePIP: Self {
    VNHumanHandPoseObservation.JointName.littlePIP.rawValue
  }
  /// The little finger's distal interphalangeal joint.
  public static var handLandmarkKeyLittleDIP: Self {
    VNHumanHandPoseObservation.JointName.littleDIP.rawValue
  }
  /// The little finger's tip.
  public static var handLandmarkKeyLittleTIP: Self {
    VNHumanHandPoseObservation.JointName.littleTip.rawValue
  }
}

/// The name of a group of points.
public struct VNRecognizedPointGroupKey: Sendable, Hashable, RawRepresentable {
  /// Vision's own name.
  public let rawValue: String
  /// A name from Vision's own.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All points.
  public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
  /// All points in space.
  public static let point3DGroupKeyAll = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
  /// The face of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyFace = VNRecognizedPointGroupKey(rawValue: "VNBLKFACE")
  /// The torso of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyTorso = VNRecognizedPointGroupKey(rawValue: "VNBLKTORSO")
  /// The left arm of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyLeftArm = VNRecognizedPointGroupKey(rawValue: "VNBLKLARM")
  /// The right arm of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyRightArm = VNRecognizedPointGroupKey(rawValue: "VNBLKRARM")
  /// The left leg of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyLeftLeg = VNRecognizedPointGroupKey(rawValue: "VNBLKLLEG")
  /// The right leg of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyRightLeg = VNRecognizedPointGroupKey(rawValue: "VNBLKRLEG")
}

// The fingers of a hand, under their names of 2020.
extension VNRecognizedPointGroupKey {
  /// The thumb.
  public static var handLandmarkRegionKeyThumb: Self {
    VNHumanHandPoseObservation.JointsGroupName.thumb.rawValue
  }
  /// The index finger.
  public static var handLandmarkRegionKeyIndexFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.indexFinger.rawValue
  }
  /// The middle finger.
  public static var handLandmarkRegionKeyMiddleFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.middleFinger.rawValue
  }
  /// The ring finger.
  public static var handLandmarkRegionKeyRingFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.ringFinger.rawValue
  }
  /// The little finger.
  public static var handLandmarkRegionKeyLittleFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.littleFinger.rawValue
  }
}

public import Foundation
internal import Kinematics
internal import Pose3D

/// Points in space, by name.
open class VNRecognizedPoints3DObservation: VNObservation, @unchecked Sendable {
  /// The body, with all of this package's data about it.
  final let pose: BodyPose
  final let joints: [VNRecognizedPointKey: VNHumanBodyRecognizedPoint3D]

  init(_ pose: BodyPose) {
    self.pose = pose
    joints = pose.recognizedPoints
    super.init(confidence: 1)
  }

  /// Whether another one is the same observation of the same body.
  open override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNRecognizedPoints3DObservation)?.pose == pose
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) {
    guard let pose = coder.part(BodyPose.self, forKey: "pose") else { return nil }
    self.pose = pose
    joints = pose.recognizedPoints
    super.init(coder: coder)
  }

  /// Archives the observation.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: pose, forKey: "pose")
  }

  /// The names of all points.
  public final var availableKeys: [VNRecognizedPointKey] {
    Kinematics.Joint.allCases.map { VNRecognizedPointKey(rawValue: $0.visionRawValue) }
  }

  /// The names of all groups.
  public final var availableGroupKeys: [VNRecognizedPointGroupKey] {
    JointGroup.allCases.map { VNRecognizedPointGroupKey(rawValue: $0.rawValue) }
  }

  /// A point. Throws an error of `VNErrorDomain`, `invalidArgument`, for a name of another request.
  public final func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws
    -> VNRecognizedPoint3D
  { try joint(pointKey) }

  /// The points of a group. Throws an error of `VNErrorDomain`, `invalidArgument`, for a group of
  /// another request.
  public final func recognizedPoints(forGroupKey groupKey: VNRecognizedPointGroupKey) throws
    -> [VNRecognizedPointKey: VNRecognizedPoint3D]
  { try group(groupKey).mapValues { $0 } }

  final func joint(_ key: VNRecognizedPointKey) throws -> VNHumanBodyRecognizedPoint3D {
    guard let joint = joints[key] else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(key.rawValue)\" is no joint of \(type(of: self)): those are "
          + availableKeys.map(\.rawValue).joined(separator: ", ")
      ).cocoaError
    }
    return joint
  }

  final func group(
    _ key: VNRecognizedPointGroupKey
  ) throws -> [VNRecognizedPointKey: VNHumanBodyRecognizedPoint3D] {
    guard let group = JointGroup(rawValue: key.rawValue) else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(key.rawValue)\" is no group of \(type(of: self)): those are "
          + availableGroupKeys.map(\.rawValue).joined(separator: ", ")
      ).cocoaError
    }
    return Dictionary(
      uniqueKeysWithValues: group.joints.compactMap { joint in
        let key = VNRecognizedPointKey(rawValue: joint.visionRawValue)
        return joints[key].map { (key, $0) }
      })
  }
}

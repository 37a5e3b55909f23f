public import Foundation

/// A result of a request.
public protocol VisionObservation: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The observation's own number.
  var uuid: UUID { get }
  /// The confidence, 0…1.
  var confidence: Float { get }
  /// The time of the observation; `nil` for a single image.
  var timeRange: CMTimeRange? { get }
  /// The request that found it.
  var originatingRequestDescriptor: RequestDescriptor? { get }
}

/// An observation with a rectangle around it.
public protocol BoundingBoxProviding {
  /// The rectangle, from the lower left corner.
  var boundingBox: NormalizedRect { get }
}

/// An observation of joints by name.
public protocol PoseProviding {
  /// The name of a joint.
  associatedtype PoseJointName: Codable, Hashable, RawRepresentable
  /// The name of a group of joints.
  associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable

  /// The names of all joints, whether they were found or not.
  var availableJointNames: [PoseJointName] { get }
  /// The names of all groups.
  var availableJointsGroupNames: [PoseJointsGroupName] { get }

  /// A joint; one that wasn't found has the confidence 0.
  func joint(for jointName: PoseJointName) -> Joint?
  /// The joints of a group, or all of them; those that weren't found have the confidence 0.
  func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}

extension PoseProviding {
  /// All joints; those that weren't found have the confidence 0.
  public func allJoints() -> [PoseJointName: Joint] { allJoints(in: nil) }
}

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

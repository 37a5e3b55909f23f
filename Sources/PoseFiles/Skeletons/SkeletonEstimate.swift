public import Geometry
public import Kinematics
public import Pose3D

/// A person as a file of ours has them, with what angles don't need, too.
public struct SkeletonEstimate: Sendable, Equatable {
  /// The joints in metres, in the camera's frame.
  public var positions: PerJoint<Vector3>
  /// One standard deviation of each joint's place relative to the root, in metres along each axis;
  /// for the root, of its own place. `nil` when unknown.
  public var sigmas: PerJoint<Double>?
  /// Where each joint came from.
  public var sources: PerJoint<BodyPose.JointSource>
  /// The left foot in the camera's frame; `nil` when it was not seen.
  public var leftFoot: Foot?
  /// The right foot, likewise.
  public var rightFoot: Foot?
  /// Stature in metres; `nil` where the file doesn't say.
  public var bodyHeight: Double?
  /// One standard deviation of it in metres; `nil` where the file doesn't say.
  public var bodyHeightSigma: Double?
  /// Where the stature came from; `nil` where the file doesn't say.
  public var heightEstimation: BodyPose.HeightEstimation?
}

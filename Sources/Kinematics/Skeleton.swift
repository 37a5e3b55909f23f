public import Geometry

/// A person's joints in any right-handed frame, with all that the angles are measured from: the
/// joints' sigmas, which of them were not observed, the feet, and which way is up.
public struct Skeleton: Sendable {
  /// The joints in metres, all in one frame.
  public var positions: PerJoint<Vector3>
  /// One standard deviation of each joint's place along each axis, in metres; `nil` when unknown:
  /// the angles then have none either.
  public var sigmas: PerJoint<Double>?
  /// Joints that are weighted means of others, with the weights: their errors are the others', whatever
  /// `sigmas` says of them. The others are no means themselves.
  public var means: [Joint: [Joint: Double]]
  /// The joints that were not seen: what is measured on them has no value.
  public var inferred: Set<Joint>
  /// The left foot; `nil` where 17 joints are all that is known.
  public var leftFoot: Foot?
  /// The right foot.
  public var rightFoot: Foot?
  /// Which way is up; `nil` when unknown: angles against the vertical then have no value.
  public var world: WorldAxes?

  /// A skeleton from its parts.
  public init(
    positions: PerJoint<Vector3>, sigmas: PerJoint<Double>? = nil,
    means: [Joint: [Joint: Double]] = [:], inferred: Set<Joint> = [], leftFoot: Foot? = nil,
    rightFoot: Foot? = nil, world: WorldAxes? = nil
  ) {
    self.positions = positions
    self.sigmas = sigmas
    self.means = means
    self.inferred = inferred
    self.leftFoot = leftFoot
    self.rightFoot = rightFoot
    self.world = world
  }
}

public import PoseGeometry

/// A person's joints in any right-handed frame, with all that the angles are measured from: the
/// joints' sigmas, which of them were not observed, the feet, and which way is up.
public struct Skeleton: Sendable {
  /// The joints in metres, all in one frame.
  public var positions: PerJoint<Vector3>
  /// The covariance of each joint's place, in m², in the axes of the positions; `nil` when unknown:
  /// the angles then have no sigma either.
  public var covariances: PerJoint<SymmetricMatrix3>?
  /// The correlation of the errors of different joints.
  public var correlation: JointCorrelation
  /// Joints that are weighted means of other joints, with the weights. Their errors follow from
  /// those joints, whatever `covariances` contains for them. A mean's sources are not means
  /// themselves.
  public var means: [Joint: [Joint: Double]]
  /// The joints that were not seen: what is measured on them has no value.
  public var inferred: Set<Joint>
  /// The left foot; `nil` where 17 joints are all that is known.
  public var leftFoot: Foot?
  /// The right foot.
  public var rightFoot: Foot?
  /// The vertical; `nil` when unknown: angles against it then have no value.
  public var world: WorldAxes?

  /// A skeleton from its parts.
  public init(
    positions: PerJoint<Vector3>, covariances: PerJoint<SymmetricMatrix3>? = nil,
    correlation: JointCorrelation = .independent, means: [Joint: [Joint: Double]] = [:],
    inferred: Set<Joint> = [], leftFoot: Foot? = nil,
    rightFoot: Foot? = nil, world: WorldAxes? = nil
  ) {
    self.positions = positions
    self.covariances = covariances
    self.correlation = correlation
    self.means = means
    self.inferred = inferred
    self.leftFoot = leftFoot
    self.rightFoot = rightFoot
    self.world = world
  }
}

extension Skeleton {
  /// One standard deviation of each joint's place along each axis, in metres: the root mean square of
  /// the three. Setting it makes the errors alike along all axes; `nil` when unknown.
  public var sigmas: PerJoint<Double>? {
    get { covariances?.map(\.sigma) }
    set { covariances = newValue?.map(SymmetricMatrix3.init(sigma:)) }
  }

  /// A skeleton whose joints err alike along all axes, each on its own.
  ///
  /// - Parameters:
  ///   - positions: the joints, in metres.
  ///   - sigmas: one standard deviation of each joint's place along each axis, in metres.
  ///   - means: joints that are weighted means of others, with the weights.
  ///   - inferred: the joints that were not seen.
  ///   - leftFoot: the left foot; `nil` where it is unknown.
  ///   - rightFoot: the right foot.
  ///   - world: which way is up; `nil` when unknown.
  public init(
    positions: PerJoint<Vector3>, sigmas: PerJoint<Double>?, means: [Joint: [Joint: Double]] = [:],
    inferred: Set<Joint> = [], leftFoot: Foot? = nil, rightFoot: Foot? = nil,
    world: WorldAxes? = nil
  ) {
    self.init(
      positions: positions, covariances: sigmas?.map(SymmetricMatrix3.init(sigma:)), means: means,
      inferred: inferred, leftFoot: leftFoot, rightFoot: rightFoot, world: world)
  }
}

extension SymmetricMatrix3 {
  /// The covariance of an error that is alike along all axes.
  public init(sigma: Double) {
    self.init(diagonal: Vector3(repeating: sigma * sigma))
  }

  /// One standard deviation of a covariance: the root mean square of the three axes'.
  public var sigma: Double { (max(trace, 0) / 3).squareRoot() }
}

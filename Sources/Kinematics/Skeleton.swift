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
  /// One standard deviation of where `world.front` points, in radians: how far a camera has turned since isn't known
  /// exactly.
  package var headingSigma = 0.0

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

/// A bone whose length doesn't fit the body that the others make.
package struct ImplausibleBone: Sendable {
  /// The bone.
  package let bone: Anthropometry.Bone
  /// Its length in metres.
  package let length: Double
  /// The length expected from its ratio and the body's stature, in metres.
  package let expected: Double
  /// Its length less the expected one, in standard deviations: of people's proportions and, where
  /// the joints' sigmas are known, of the measurement.
  package let deviation: Double
}

extension Skeleton {
  /// The bones that are `limit` standard deviations or more off their ratio to the body's stature, the
  /// worst first; empty for a body of usual proportions.
  ///
  /// The stature is the median of what the single bones make of it, so that one wrong bone doesn't
  /// make the others look wrong. Bones at an inferred joint are left out: their lengths are a prior's.
  /// Bones whose ends are a matter of convention may have any length between the published ones.
  package func implausibleBones(limit: Double = 3) -> [ImplausibleBone] {
    let seen = Anthropometry.bones.filter { bone in
      !inferred.contains(bone.proximal) && !inferred.contains(bone.distal)
    }
    let lengths = seen.map { (positions[$0.distal] - positions[$0.proximal]).length }
    let statures = zip(seen, lengths).map { $1 / $0.ratio }.sorted()
    guard !statures.isEmpty, statures.allSatisfy(\.isFinite) else { return [] }
    let middle = statures.count / 2
    let stature =
      statures.count % 2 == 1 ? statures[middle] : (statures[middle - 1] + statures[middle]) / 2
    guard stature > 0 else { return [] }
    return zip(seen, lengths).compactMap { bone, length in
      var ratio = bone.ratio
      if bone.isByConvention {
        let ratios = bone.published.map(\.ratio) + [ratio]
        ratio = min(max(length / stature, ratios.min() ?? ratio), ratios.max() ?? ratio)
      }
      let expected = ratio * stature
      let people = expected * bone.spread
      let sigma = (people * people + lengthVariance(of: bone)).squareRoot()
      let deviation = (length - expected) / sigma
      guard abs(deviation) >= limit else { return nil }
      return ImplausibleBone(
        bone: bone, length: length, expected: expected, deviation: deviation)
    }.sorted { abs($0.deviation) > abs($1.deviation) }
  }

  /// The variance of a bone's length, in m², to first order; zero where the joints' is unknown.
  private func lengthVariance(of bone: Anthropometry.Bone) -> Double {
    guard let covariances else { return 0 }
    guard let along = (positions[bone.distal] - positions[bone.proximal]).normalized else {
      return (covariances[bone.proximal].trace + covariances[bone.distal].trace) / 3
    }
    let near = covariances[bone.proximal].squareRoot * along
    let far = covariances[bone.distal].squareRoot * along
    let shared = correlation[bone.proximal.rawValue, bone.distal.rawValue]
    return near.dot(near) + far.dot(far) - 2 * shared * near.dot(far)
  }
}

/// The two points of a foot that show which way it points, in the frame of the skeleton's joints.
public struct Foot: Sendable, Equatable, Codable {
  /// The back of the heel, in metres.
  public var heel: Vector3
  /// The tip of the big toe, in metres.
  public var toe: Vector3
  /// One standard deviation of each of the two along each axis, relative to the ankle, in metres;
  /// `nil` when unknown.
  public var sigma: Double?

  /// A foot from its points.
  public init(heel: Vector3, toe: Vector3, sigma: Double? = nil) {
    self.heel = heel
    self.toe = toe
    self.sigma = sigma
  }
}

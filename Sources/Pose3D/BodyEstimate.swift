public import Kinematics
public import PoseGeometry
import PoseSystem

/// One person's body at one moment, however it became known: 17 joints with their uncertainty and
/// where they came from, the feet, and the stature. Everything is in one right-handed frame, a
/// camera's or a recording's, in metres.
public struct BodyEstimate: Sendable, Equatable, Codable {
  /// The joints.
  public var positions: PerJoint<Vector3>
  /// The covariance of each joint's place relative to the root, in m², in the frame's axes; the root's
  /// is that of its own place. `nil` when unknown.
  ///
  /// If the stature is `reference`, they are those of a body of this height. What the height adds
  /// is in `stature` and in the root's own place alone.
  public var covariances: PerJoint<SymmetricMatrix3>?
  /// The source of each joint.
  public var sources: PerJoint<JointSource>
  /// The left foot, its sigma that of heel and toe relative to the ankle; `nil` when it was not
  /// seen.
  public var leftFoot: Foot?
  /// The right foot, under the same conditions.
  public var rightFoot: Foot?
  /// The body height.
  public var stature: Stature
  /// The limbs whose left and right keypoints were swapped before the person was lifted, since those of the images
  /// around say so; of a measurement.
  public var swappedLimbs: LimbPairs = []
  /// The joints of a body that another program measured point by point, each with an error of its own, which are weighted
  /// means of others, with the weights; `nil` for a body whose joints were found together, relative to the root.
  package var means: [Joint: [Joint: Double]]?

  /// `means` belongs to files of other programs, and to no document.
  private enum CodingKeys: CodingKey {
    case positions, covariances, sources, leftFoot, rightFoot, stature, swappedLimbs
  }

  /// A body from its parts.
  ///
  /// - Parameters:
  ///   - positions: the joints, in metres.
  ///   - covariances: the covariance of each joint's place, in m²; `nil` when unknown.
  ///   - sources: where the joints came from; `lifted` without any.
  ///   - leftFoot: the left foot; `nil` when it was not seen.
  ///   - rightFoot: the right foot.
  ///   - stature: the body height; `nil` for that of the bones, in any pose.
  public init(
    positions: PerJoint<Vector3>, covariances: PerJoint<SymmetricMatrix3>? = nil,
    sources: PerJoint<JointSource> = PerJoint(repeating: .lifted), leftFoot: Foot? = nil,
    rightFoot: Foot? = nil, stature: Stature? = nil
  ) {
    self.positions = positions
    self.covariances = covariances
    self.sources = sources
    self.leftFoot = leftFoot
    self.rightFoot = rightFoot
    self.stature = stature ?? Stature(metres: Anthropometry.stature(of: positions))
  }
}

extension BodyEstimate {
  /// A body whose joints err alike along all axes.
  ///
  /// - Parameters:
  ///   - positions: the joints, in metres.
  ///   - sigmas: one standard deviation of each joint's place along each axis, in metres.
  ///   - sources: where the joints came from.
  ///   - leftFoot: the left foot; `nil` when it was not seen.
  ///   - rightFoot: the right foot.
  ///   - stature: the body height; `nil` for that of the bones, in any pose.
  public init(
    positions: PerJoint<Vector3>, sigmas: PerJoint<Double>?,
    sources: PerJoint<JointSource> = PerJoint(repeating: .lifted), leftFoot: Foot? = nil,
    rightFoot: Foot? = nil, stature: Stature? = nil
  ) {
    self.init(
      positions: positions, covariances: sigmas?.map(SymmetricMatrix3.init(sigma:)),
      sources: sources, leftFoot: leftFoot, rightFoot: rightFoot, stature: stature)
  }

  /// One standard deviation of each joint's place relative to the root, in metres: the root mean
  /// square of the three axes'; for the root, of its own place. Setting it makes the errors alike along
  /// all axes.
  public var sigmas: PerJoint<Double>? {
    get { covariances?.map(\.sigma) }
    set { covariances = newValue?.map(SymmetricMatrix3.init(sigma:)) }
  }

  /// The correlation of the joints' errors: that of bodies with depth if the depth map confirms a
  /// joint; none of those of points that another program measured.
  public var correlation: JointCorrelation {
    guard means == nil else { return .independent }
    return Joint.allCases.contains { sources[$0] == .depth } ? .withDepth : .withoutDepth
  }

  /// The sigma at which a joint's confidence has fallen to 1/e, in metres.
  private static let confidenceScale = 0.1

  /// The certainty of a joint's position in the body, 0…1: exp(−sigma / 0.1 m), so 1 for a sigma of
  /// 0 and 0.37 for 10 cm; `nil` if its sigma is unknown. The root, to which the others are
  /// relative, is as certain as the less certain hip; its covariance describes the body's distance.
  public func confidence(_ joint: Joint) -> Double? {
    covariances.map { Self.confidence(joint, $0) }
  }

  /// `confidence(_:)` from the joints' covariances.
  static func confidence(_ joint: Joint, _ covariances: PerJoint<SymmetricMatrix3>) -> Double {
    let sigma =
      joint == .root
      ? max(covariances[.leftHip].sigma, covariances[.rightHip].sigma) : covariances[joint].sigma
    return exp(-sigma / confidenceScale)
  }

  /// All that the angles are measured from.
  ///
  /// - Parameter world: which way is up; `nil` when unknown.
  public func skeleton(world: WorldAxes?) -> Skeleton {
    var covariances = covariances
    // The others' are relative to the root; how sure its own place is changes no angle.
    if means == nil { covariances?[.root] = .zero }
    return Skeleton(
      positions: positions, covariances: covariances, correlation: correlation, means: means ?? [:],
      inferred: Set(Joint.allCases.filter { sources[$0] == .inferred }), leftFoot: leftFoot,
      rightFoot: rightFoot, world: world)
  }

  /// The body with all lengths times a factor, the origin staying where it is: the positions, the
  /// feet, their sigmas and the stature.
  public func scaled(by factor: Double) -> BodyEstimate {
    var body = self
    body.positions = positions.map { $0 * factor }
    body.covariances = covariances?.map { $0 * (factor * factor) }
    body.leftFoot = leftFoot?.scaled(by: factor)
    body.rightFoot = rightFoot?.scaled(by: factor)
    body.stature.metres *= factor
    body.stature.sigma = stature.sigma.map { $0 * factor }
    return body
  }
}

extension BodyEstimate {
  /// The body in another frame: positions, covariances and feet.
  public func moved(by transform: RigidTransform) -> BodyEstimate {
    var body = self
    body.positions = positions.map { transform * $0 }
    body.covariances = covariances?.map { $0.rotated(by: transform.rotation) }
    body.leftFoot = leftFoot?.moved(by: transform)
    body.rightFoot = rightFoot?.moved(by: transform)
    return body
  }
}

extension Foot {
  fileprivate func moved(by transform: RigidTransform) -> Foot {
    Foot(heel: transform * heel, toe: transform * toe, sigma: sigma)
  }

  fileprivate func scaled(by factor: Double) -> Foot {
    Foot(heel: heel * factor, toe: toe * factor, sigma: sigma.map { $0 * factor })
  }
}

/// A body whose uncertainty is known: that of every joint and of the stature, and where the stature came from. A body
/// from a file without sigmas is none.
public struct MeasuredBody: Sendable, Equatable {
  /// The body as any other one.
  public let estimate: BodyEstimate
  /// The covariance of each joint's place relative to the root, in m², in the frame's axes; the root's is that of its
  /// own place.
  public let covariances: PerJoint<SymmetricMatrix3>
  /// One standard deviation of the stature, in metres.
  public let statureSigma: Double
  /// The source of the stature.
  public let heightEstimation: HeightEstimation

  /// A body with its uncertainty; `nil` if the body doesn't contain it.
  public init?(_ estimate: BodyEstimate) {
    guard let covariances = estimate.covariances, let sigma = estimate.stature.sigma,
      let estimation = estimate.stature.estimation
    else { return nil }
    (self.estimate, self.covariances) = (estimate, covariances)
    (statureSigma, heightEstimation) = (sigma, estimation)
  }

  /// The certainty of a joint's position, 0…1 (`BodyEstimate.confidence(_:)`).
  public func confidence(_ joint: Joint) -> Double {
    BodyEstimate.confidence(joint, covariances)
  }
}

/// Arms and legs, each both.
public struct LimbPairs: OptionSet, Sendable, Hashable, Codable {
  /// The pairs, as bits.
  public let rawValue: Int

  /// Pairs from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Both arms, with shoulders and face.
  public static let arms = LimbPairs(rawValue: 1)
  /// Both legs, with hips and feet.
  public static let legs = LimbPairs(rawValue: 2)
  /// The whole body.
  public static let all: LimbPairs = [.arms, .legs]
}

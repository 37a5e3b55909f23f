#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

public import Geometry
public import Kinematics

/// One person's body at one moment, however it became known: 17 joints with their uncertainty and
/// where they came from, the feet, and the stature. Everything is in one right-handed frame, a
/// camera's or a recording's, in metres.
public struct BodyEstimate: Sendable, Equatable {
  /// The joints.
  public var positions: PerJoint<Vector3>
  /// One standard deviation of each joint's place relative to the root, in metres along each axis;
  /// for the root, of its own place. `nil` when unknown.
  public var sigmas: PerJoint<Double>?
  /// Where each joint came from.
  public var sources: PerJoint<JointSource>
  /// The left foot, its sigma that of heel and toe relative to the ankle; `nil` when it was not
  /// seen.
  public var leftFoot: Foot?
  /// The right foot, likewise.
  public var rightFoot: Foot?
  /// The body height.
  public var stature: Stature

  /// A body from its parts.
  ///
  /// - Parameters:
  ///   - positions: the joints, in metres.
  ///   - sigmas: one standard deviation of each joint's place, in metres; `nil` when unknown.
  ///   - sources: where the joints came from; `lifted` without any.
  ///   - leftFoot: the left foot; `nil` when it was not seen.
  ///   - rightFoot: the right foot.
  ///   - stature: the body height; `nil` for that of the bones, in any pose.
  public init(
    positions: PerJoint<Vector3>, sigmas: PerJoint<Double>? = nil,
    sources: PerJoint<JointSource> = PerJoint(repeating: .lifted), leftFoot: Foot? = nil,
    rightFoot: Foot? = nil, stature: Stature? = nil
  ) {
    self.positions = positions
    self.sigmas = sigmas
    self.sources = sources
    self.leftFoot = leftFoot
    self.rightFoot = rightFoot
    self.stature = stature ?? Stature(metres: Anthropometry.stature(of: positions))
  }
}

extension BodyEstimate {
  /// The sigma at which a joint's confidence has fallen to 1/e, in metres.
  private static let confidenceScale = 0.1

  /// How sure a joint's place is, 0…1: exp(−sigma / 0.1 m), so 1 for a sigma of 0 and 0.37 for 10
  /// cm; `nil` when its sigma is unknown.
  public func confidence(_ joint: Joint) -> Double? {
    sigmas.map { exp(-$0[joint] / Self.confidenceScale) }
  }

  /// All that the angles are measured from.
  ///
  /// - Parameter world: which way is up; `nil` when unknown.
  public func skeleton(world: WorldAxes?) -> Skeleton {
    var sigmas = sigmas
    // The others' are relative to the root; how sure its own place is changes no angle.
    sigmas?[.root] = 0
    return Skeleton(
      positions: positions, sigmas: sigmas,
      inferred: Set(Joint.allCases.filter { sources[$0] == .inferred }), leftFoot: leftFoot,
      rightFoot: rightFoot, world: world)
  }

  /// The body with all lengths times a factor, the origin staying where it is: the positions, the
  /// feet, their sigmas and the stature.
  public func scaled(by factor: Double) -> BodyEstimate {
    var body = self
    body.positions = positions.map { $0 * factor }
    body.sigmas = sigmas?.map { $0 * factor }
    body.leftFoot = leftFoot?.scaled(by: factor)
    body.rightFoot = rightFoot?.scaled(by: factor)
    body.stature.metres *= factor
    body.stature.sigma = stature.sigma.map { $0 * factor }
    return body
  }
}

extension Foot {
  fileprivate func scaled(by factor: Double) -> Foot {
    Foot(heel: heel * factor, toe: toe * factor, sigma: sigma.map { $0 * factor })
  }
}

internal import Geometry
internal import Kinematics

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The flexion of an elbow or a knee, and what is left of it in an estimate.
///
/// The most likely place of a joint that is not seen well lies towards the mean of all poses, and the
/// angle between two bones can't be less than 0: straight limbs come out bent, full flexion falls
/// short. On rendered people the flexion that comes out is that of a true one θ drawn towards 27°,
/// the more the less sure it is, and then mixed with the noise of the two directions across the limb.
/// `expected` takes both back, in part: wholly undone, the noise grows more than the error shrinks.
struct LimbBend {
  /// The joints from the trunk outwards.
  let joints: (first: Joint, middle: Joint, last: Joint)
  /// The flexion's sigma in radians at which it is drawn halfway to the middle of all poses.
  private let halfway: Double

  /// The elbows and the knees.
  static let all = [
    LimbBend(joints: (.leftShoulder, .leftElbow, .leftWrist), halfway: radians(42)),
    LimbBend(joints: (.rightShoulder, .rightElbow, .rightWrist), halfway: radians(42)),
    LimbBend(joints: (.leftHip, .leftKnee, .leftAnkle), halfway: radians(28)),
    LimbBend(joints: (.rightHip, .rightKnee, .rightAnkle), halfway: radians(28)),
  ]

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// To which flexion uncertain ones are drawn, in radians.
  private static let middle = radians(27)
  /// The noise across the limb, in sigmas of the flexion.
  private static let noise = 0.7
  /// No flexion is taken for one that lost more than this share.
  private static let leastShare = 0.7
  /// No sigma counts for more, in radians: where nothing is known nothing can be restored.
  private static let mostSigma = radians(25)
  /// What counts as straight, in radians: at 0 no plane is left in which to bend.
  private static let straight = radians(0.3)
  /// The greatest flexion that is restored, in radians.
  private static let most = radians(150)

  /// The flexion in radians, 0 when straight, and its slopes by the three joints; `nil` where a bone
  /// has no length.
  func flexion(
    of positions: PerJoint<Vector3>
  ) -> (angle: Double, slopes: (Vector3, Vector3, Vector3))? {
    let u = positions[joints.middle] - positions[joints.first]
    let v = positions[joints.last] - positions[joints.middle]
    let (uu, vv) = (u.dot(u), v.dot(v))
    guard uu > 1e-8, vv > 1e-8 else { return nil }
    let normal = u.cross(v)
    guard let n = normal.normalized else { return nil }
    let (byU, byV) = (u.cross(n) / uu, n.cross(v) / vv)
    return (atan2(normal.length, u.dot(v)), (-byU, byU - byV, byV))
  }

  /// The flexion that was there, in radians, for one that came out with this sigma.
  func restored(_ angle: Double, sigma: Double) -> Double {
    let sigma = min(sigma, Self.mostSigma)
    let share = max(1 / (1 + pow(sigma / halfway, 2)), Self.leastShare)
    let noise = Self.noise * sigma
    let bend = max(angle * angle - noise * noise, 0).squareRoot()
    let restored = (bend - (1 - share) * Self.middle) / share
    return max(Self.straight, min(restored, max(Self.most, angle)))
  }
}

extension LiftingSetting {
  /// A solved state whose elbows and knees have the flexion that was there (`LimbBend`): the least
  /// change, by the covariance of the solver, that brings all of them about together.
  ///
  /// - Parameters:
  ///   - unknowns: the solver's covariance at the state.
  ///   - covariances: the joints' calibrated covariances, relative to the root.
  ///   - correlation: what the joints' errors have in common.
  func withRestoredBends(
    _ state: PoseProblem.State, unknowns: JointCovariances,
    covariances: PerJoint<SymmetricMatrix3>, correlation: JointCorrelation
  ) -> PoseProblem.State {
    let bends = LimbBend.all.compactMap { bend -> (bend: LimbBend, target: Double)? in
      guard let now = bend.flexion(of: state.positions) else { return nil }
      let sigma = bend.sigma(of: now.slopes, covariances, correlation)
      return (bend, bend.restored(now.angle, sigma: sigma))
    }
    var changed = state
    for _ in 0..<Self.bendSteps {
      var missing: [Double] = []
      var slopes: [(joints: [Joint], slopes: [Vector3])] = []
      for (bend, target) in bends {
        guard let now = bend.flexion(of: changed.positions) else { return state }
        missing.append(target - now.angle)
        slopes.append((bend.limb, [now.slopes.0, now.slopes.1, now.slopes.2]))
      }
      guard missing.contains(where: { abs($0) > Self.bendTolerance }) else { break }
      // What a unit of each flexion's multiplier moves: covariance times slope.
      let moves = slopes.map { unknowns.moves(of: $0.joints, by: $0.slopes) }
      var gains = slopes.flatMap { row in
        moves.map { move in
          zip(row.joints, row.slopes).reduce(0) { $0 + move[$1.0].dot($1.1) }
        }
      }
      // Limbs whose flexion hangs on the same joints are not wholly apart.
      for index in missing.indices { gains[index * (missing.count + 1)] *= 1 + 1e-9 }
      guard LinearAlgebra.solvePositiveDefinite(&gains, &missing) else { return state }
      for joint in Joint.allCases {
        for (move, multiplier) in zip(moves, missing) {
          changed.positions[joint] += move[joint] * multiplier
        }
      }
    }
    return Self.isPlausible(changed) ? changed : state
  }

  /// Newton's steps to the flexions, and how near is near enough, in radians.
  private static let bendSteps = 10
  private static let bendTolerance = 1e-8
}

extension LimbBend {
  /// The joints from the trunk outwards.
  fileprivate var limb: [Joint] { [joints.first, joints.middle, joints.last] }

  /// One standard deviation of the flexion in radians, from its slopes by the joints.
  fileprivate func sigma(
    of slopes: (Vector3, Vector3, Vector3), _ covariances: PerJoint<SymmetricMatrix3>,
    _ correlation: JointCorrelation
  ) -> Double {
    let shares = zip(limb, [slopes.0, slopes.1, slopes.2]).map { joint, slope in
      (joint: joint, share: covariances[joint].squareRoot * slope)
    }
    let variance = shares.reduce(0) { sum, one in
      shares.reduce(sum) { $0 + correlation[one.joint, $1.joint] * one.share.dot($1.share) }
    }
    return max(variance, 0).squareRoot()
  }
}

extension JointCovariances {
  /// The covariance of all joints' places with what changes by these slopes when some joints move.
  fileprivate func moves(of joints: [Joint], by slopes: [Vector3]) -> PerJoint<Vector3> {
    PerJoint { joint in
      var move = Vector3.zero
      for axis in 0..<3 {
        for (other, slope) in zip(joints, slopes) {
          for k in 0..<3 {
            move[axis] += self[3 * joint.rawValue + axis, 3 * other.rawValue + k] * slope[k]
          }
        }
      }
      return move
    }
  }
}

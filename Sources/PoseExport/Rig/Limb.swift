internal import Foundation
internal import PoseGeometry
internal import Kinematics

/// An arm or a leg of a rig.
enum Limb: CaseIterable {
  case leftArm, rightArm, leftLeg, rightLeg

  var proximal: Joint {
    switch self {
    case .leftArm: .leftShoulder
    case .rightArm: .rightShoulder
    case .leftLeg: .leftHip
    case .rightLeg: .rightHip
    }
  }

  var middle: Joint {
    switch self {
    case .leftArm: .leftElbow
    case .rightArm: .rightElbow
    case .leftLeg: .leftKnee
    case .rightLeg: .rightKnee
    }
  }

  var distal: Joint {
    switch self {
    case .leftArm: .leftWrist
    case .rightArm: .rightWrist
    case .leftLeg: .leftAnkle
    case .rightLeg: .rightAnkle
    }
  }

  private var isLeg: Bool { self == .leftLeg || self == .rightLeg }

  /// The direction of the bones in the rest pose.
  private var bone: Vector3 {
    switch self {
    case .leftArm: Vector3(1, 0, 0)
    case .rightArm: Vector3(-1, 0, 0)
    case .leftLeg, .rightLeg: Vector3(0, -1, 0)
    }
  }

  /// The direction in the rest pose of the hinge about which the lower part turns forwards, for arms: the
  /// elbow folds the forearm to the front; and of the knee, which folds the shank to the back. With it
  /// `SegmentFrames` has the hinge along +x of a hanging limb.
  private var hinge: Vector3 {
    switch self {
    case .leftArm: Vector3(0, 1, 0)
    case .rightArm: Vector3(0, -1, 0)
    case .leftLeg, .rightLeg: Vector3(1, 0, 0)
    }
  }

  /// Turned by the shortest arc from the rest pose in the axes of the trunk: no turn about itself.
  private func swung(_ upper: Vector3, _ body: TrunkFrames) -> (swing: Rotation, along: Vector3)? {
    let trunk = isLeg ? body.pelvis : body.thorax
    guard let along = upper.normalized else { return nil }
    return (Rotation.shortestArc(from: trunk * bone, to: along) * trunk, along)
  }

  /// The turn of the limb about itself that its bend shows, as cosine and sine, and how far that is to be
  /// believed: 0 below a bend of 10°, 1 from 20° on, the bend from which Kinematics measures it. `nil` where
  /// the bend shows nothing.
  func twist(
    _ joints: PerJoint<Vector3>, _ body: TrunkFrames
  ) -> (direction: SIMD2<Double>, weight: Double)? {
    let upper = joints[middle] - joints[proximal]
    let lower = joints[distal] - joints[middle]
    guard let (swing, along) = swung(upper, body) else { return nil }
    let normal = isLeg ? upper.cross(lower) : lower.cross(upper)
    let sine = normal.length / max(upper.length * lower.length, 1e-12)
    let least = SegmentFrames.minimumBend
    let share = min(max((sine - 0.5 * least) / (0.5 * least), 0), 1)
    guard share > 0, let axis = normal.normalized else { return nil }
    let rest = swing * hinge
    let direction = SIMD2(axis.dot(rest), along.cross(rest).dot(axis))
    // A knee doesn't bend forwards, nor is a thigh turned by more than a quarter.
    if isLeg && direction.x <= 0 { return nil }
    return (direction, share * share * (3 - 2 * share))
  }

  /// The turns of both parts from the rest pose.
  func turns(
    _ joints: PerJoint<Vector3>, _ body: TrunkFrames, twist: SIMD2<Double>
  ) -> (upper: Rotation, lower: Rotation) {
    let trunk = isLeg ? body.pelvis : body.thorax
    guard let (swing, along) = swung(joints[middle] - joints[proximal], body) else {
      return (trunk, trunk)
    }
    let angle = atan2(twist.y, twist.x)
    let upper = Rotation(rotationVector: along * angle) * swing
    guard let end = (joints[distal] - joints[middle]).normalized else { return (upper, upper) }
    return (upper, Rotation.shortestArc(from: upper * bone, to: end) * upper)
  }
}

/// The turn of a limb about itself over time.
///
/// A bent elbow or knee shows it; a straight limb doesn't. There it goes from the last visible
/// value to the next. Each frame takes the mean of all visible values, weighted by their certainty
/// and by e^(−Δt/0.1 s): it stays near the last, changes over about 0.2 s halfway, and is near the
/// next. Between a bend of 10° and one of 20° the two are blended, so that nothing jumps. If it is
/// never visible, the limb isn't turned about itself.
struct LimbTwist {
  /// Cosine and sine of the turn in each frame.
  let directions: [SIMD2<Double>]
  /// Whether the limb's bend shows it in that frame in full.
  let isSeen: [Bool]

  /// - Parameter frame: the joints and the trunk in a frame; `nil` where there is none.
  init(
    of limb: Limb, times: [Double],
    frame: (Int) -> (joints: PerJoint<Vector3>, body: TrunkFrames)?
  ) {
    let seen = times.indices.map { index in
      frame(index).flatMap { limb.twist($0.joints, $0.body) }
    }
    isSeen = seen.map { ($0?.weight ?? 0) == 1 }
    let before = Self.means(seen, times)
    let after =
      Self.means(
        seen.reversed(), times.reversed().map { -$0 }
      ).reversed() as [TwistMean]
    directions = times.indices.map { index in
      let (a, b) = (before[index], after[index])
      // Both sides have the frame itself; twice the weight doesn't matter. Logarithms of the weights: after
      // a minute in which nothing was seen the weights themselves would be 0.
      let largest = max(a.logWeight, b.logWeight)
      var filled = SIMD2(1.0, 0)
      if largest > -.infinity {
        filled =
          a.direction * exp(a.logWeight - largest) + b.direction * exp(b.logWeight - largest)
      }
      return TwistMean.blended(filled, seen[index])
    }
  }

  /// In each frame the mean of what was seen until then.
  private static func means(
    _ seen: [(direction: SIMD2<Double>, weight: Double)?], _ times: [Double]
  ) -> [TwistMean] {
    var mean = TwistMean()
    return times.indices.map { index in
      mean.add(seen[index], after: index > 0 ? times[index] - times[index - 1] : 0)
      return mean
    }
  }
}

/// The mean of the turns of a limb about itself that were seen, each weighted by how much it is to be believed
/// and by e^(−Δt/0.1 s) since, as cosine and sine; and the logarithm of its weight, for after a minute in
/// which nothing was seen the weight itself would be 0.
struct TwistMean: Sendable {
  private(set) var direction = SIMD2(1.0, 0)
  private(set) var logWeight = -Double.infinity

  private static let span = 0.1

  /// Adds what a frame shows, so many seconds after the one before; `nil` where it shows nothing.
  mutating func add(_ seen: (direction: SIMD2<Double>, weight: Double)?, after seconds: Double) {
    logWeight -= seconds / Self.span
    guard let seen, seen.weight > 0 else { return }
    let added = log(seen.weight)
    let largest = max(logWeight, added)
    let (old, new) = (exp(logWeight - largest), exp(added - largest))
    direction = (direction * old + seen.direction * new) / (old + new)
    logWeight = largest + log(old + new)
  }

  /// The mean of the known direction and the one that a frame shows, by the frame's weight.
  static func blended(
    _ known: SIMD2<Double>, _ seen: (direction: SIMD2<Double>, weight: Double)?
  ) -> SIMD2<Double> {
    let weight = seen?.weight ?? 0
    return unit(unit(known) * (1 - weight) + (seen?.direction ?? .zero) * weight)
  }

  private static func unit(_ v: SIMD2<Double>) -> SIMD2<Double> {
    let length = (v.x * v.x + v.y * v.y).squareRoot()
    return length > 1e-9 ? v / length : SIMD2(1, 0)
  }
}

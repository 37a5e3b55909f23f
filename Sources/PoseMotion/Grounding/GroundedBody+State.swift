internal import PoseGeometry
internal import Kinematics
internal import Pose3D

// A person's state and bones as a grounded solve takes and gives them.

extension GroundedBody {
  /// The lengths of `Length` in metres: those of bones, and of feet the medians over some frames.
  static func lengths(_ bones: BoneLengths, feetOf states: [PersonMotion.State?]) -> [Double] {
    let feet = footLengths(of: states)
    return Length.allCases.map { bones.length($0) ?? feet[$0] ?? unknownFoot }
  }

  /// How far below its ankle, as a share of the shank, a point of a foot is taken to be that isn't known.
  static func footShare(isHeel: Bool) -> Double { isHeel ? 0.15 : 0.25 }

  /// The length of a foot's side in metres where no frame shows the foot.
  private static let unknownFoot = 0.1

  /// The medians of the sides of the feet's triangles.
  private static func footLengths(of states: [PersonMotion.State?]) -> [Length: Double] {
    var lengths: [Length: [Double]] = [:]
    for case let state? in states {
      for (foot, ankle) in [
        (state.body.leftFoot, Joint.leftAnkle), (state.body.rightFoot, .rightAnkle),
      ] {
        guard let foot else { continue }
        let center = state.body.positions[ankle]
        lengths[.heel, default: []].append((foot.heel - center).length)
        lengths[.toe, default: []].append((foot.toe - center).length)
        lengths[.foot, default: []].append((foot.toe - foot.heel).length)
      }
    }
    return lengths.compactMapValues(\.median)
  }
}

extension PersonMotion.State {
  /// Moves the points of `GroundedBody.points`, and with them what lies in their middles.
  mutating func move(by moves: [Vector3]) {
    for (point, move) in zip(GroundedBody.points, moves) {
      self[point] = self[point].map { $0 + move }
    }
    let positions = body.positions
    body.positions[.root] = (positions[.leftHip] + positions[.rightHip]) / 2
    body.positions[.centerShoulder] = (positions[.leftShoulder] + positions[.rightShoulder]) / 2
  }

  /// One standard deviation of the joints' depths relative to the root, in metres, from their mean sigmas, which are what
  /// files have: with one camera a joint is better known across the view than along it.
  var depthSigmas: PerJoint<Double> {
    let across = 0.02
    return variances.map { variance in
      max(variance, 3 * variance - 2 * across * across).squareRoot()
    }
  }
}

extension BoneLengths {
  /// A length of a grounded solve; `nil` for those of feet.
  func length(_ length: GroundedBody.Length) -> Double? {
    switch length {
    case .hipWidth: lengths[.leftHip] + lengths[.rightHip]
    case .lowerTrunk: lengths[.spine]
    case .head: lengths[.topHead]
    case .thigh: lengths[.leftKnee]
    case .shank: lengths[.leftAnkle]
    case .upperArm: lengths[.leftElbow]
    case .forearm: lengths[.leftWrist]
    case .heel, .toe, .foot: nil
    }
  }

  /// The same with the lengths of a grounded solve.
  func replaced(by solved: [Double]) -> BoneLengths {
    var lengths = lengths
    for length in GroundedBody.Length.allCases {
      let value = solved[length.rawValue]
      switch length {
      case .hipWidth: (lengths[.leftHip], lengths[.rightHip]) = (value / 2, value / 2)
      case .lowerTrunk: lengths[.spine] = value
      case .head: lengths[.topHead] = value
      case .thigh: (lengths[.leftKnee], lengths[.rightKnee]) = (value, value)
      case .shank: (lengths[.leftAnkle], lengths[.rightAnkle]) = (value, value)
      case .upperArm: (lengths[.leftElbow], lengths[.rightElbow]) = (value, value)
      case .forearm: (lengths[.leftWrist], lengths[.rightWrist]) = (value, value)
      case .heel, .toe, .foot: break
      }
    }
    return BoneLengths(lengths: lengths, sigmas: sigmas)
  }
}

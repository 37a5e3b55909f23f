internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The points of a body that a grounded solve moves, and what ties them together.
///
/// Root and centerShoulder are the middles of hips and shoulders and no unknowns of their own.
enum GroundedBody {
  /// The points, in the order of the unknowns.
  static let points: [BodyPoint] =
    Joint.allCases.filter { $0 != .root && $0 != .centerShoulder }.map(BodyPoint.joint)
    + BodyPoint.ofFeet

  /// A weighted sum of points.
  typealias Sum = [(point: Int, share: Double)]

  /// A length that doesn't change over a clip.
  struct Bone {
    /// Its place among `lengths`.
    let length: Int
    /// The distal less the proximal end.
    let span: Sum
    /// One standard deviation of what a frame's length differs by, in metres.
    let sigma: Double
  }

  /// A length of a bone, the same on both sides.
  enum Length: Int, CaseIterable {
    case hipWidth, lowerTrunk, head, thigh, shank, upperArm, forearm, heel, toe, foot
  }

  /// The bones of constant length; a foot is the triangle of ankle, heel and toe.
  static let bones: [Bone] = {
    func bone(_ length: Length, _ from: BodyPoint, _ to: BodyPoint) -> Bone {
      let isOfFoot = [.heel, .toe, .foot].contains(length)
      return Bone(
        length: length.rawValue, span: span(from, to),
        sigma: isOfFoot ? footSigma : boneSigma)
    }
    var bones = [
      bone(.hipWidth, .joint(.rightHip), .joint(.leftHip)),
      bone(.lowerTrunk, .joint(.root), .joint(.spine)),
      bone(.head, .joint(.centerHead), .joint(.topHead)),
    ]
    for leg in [
      (Joint.leftHip, Joint.leftKnee, Joint.leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ] {
      bones.append(bone(.thigh, .joint(leg.0), .joint(leg.1)))
      bones.append(bone(.shank, .joint(leg.1), .joint(leg.2)))
    }
    for arm in [
      (Joint.leftShoulder, Joint.leftElbow, Joint.leftWrist),
      (.rightShoulder, .rightElbow, .rightWrist),
    ] {
      bones.append(bone(.upperArm, .joint(arm.0), .joint(arm.1)))
      bones.append(bone(.forearm, .joint(arm.1), .joint(arm.2)))
    }
    for foot in [
      (Joint.leftAnkle, BodyPoint.leftHeel, BodyPoint.leftToe),
      (.rightAnkle, .rightHeel, .rightToe),
    ] {
      bones.append(bone(.heel, .joint(foot.0), foot.1))
      bones.append(bone(.toe, .joint(foot.0), foot.2))
      bones.append(bone(.foot, foot.1, foot.2))
    }
    return bones
  }()

  /// One standard deviation of a bone's length in a frame, in metres: skin and shoes move over the bones.
  private static let boneSigma = 0.004
  /// The same of a foot's bones.
  private static let footSigma = 0.006

  /// Spans that follow the arms: each frame's own length counts.
  static let changing: [Sum] = [
    span(.joint(.spine), .joint(.centerShoulder)),
    span(.joint(.rightShoulder), .joint(.leftShoulder)),
    span(.joint(.centerShoulder), .joint(.centerHead)),
  ]

  /// A span whose depth the lifter predicts, by the joints that its uncertainty comes from.
  struct DepthSpan {
    let span: Sum
    let proximal: Joint
    let distal: Joint
    /// Whether it is a foot's, or the head's.
    let isShort: Bool
  }

  static let depthSpans: [DepthSpan] = {
    var spans: [DepthSpan] = []
    func add(_ from: Joint, _ to: Joint) {
      spans.append(
        DepthSpan(
          span: span(.joint(from), .joint(to)), proximal: from, distal: to, isShort: to == .topHead
        ))
    }
    for bone in RigidBone.all { add(bone.proximal, bone.distal) }
    for (ankle, points) in [
      (Joint.leftAnkle, [BodyPoint.leftHeel, .leftToe]), (.rightAnkle, [.rightHeel, .rightToe]),
    ] {
      for point in points {
        spans.append(
          DepthSpan(
            span: span(.joint(ankle), point), proximal: ankle, distal: ankle, isShort: true))
      }
    }
    return spans
  }()

  /// A limb whose flexion the lifter predicts.
  struct Limb {
    let joints: (first: Joint, middle: Joint, last: Joint)
    let points: (first: Int, middle: Int, last: Int)
    let isLeg: Bool

    init(_ first: Joint, _ middle: Joint, _ last: Joint, isLeg: Bool) {
      joints = (first, middle, last)
      points = (index(.joint(first)), index(.joint(middle)), index(.joint(last)))
      self.isLeg = isLeg
    }
  }

  static let limbs = [
    Limb(.leftHip, .leftKnee, .leftAnkle, isLeg: true),
    Limb(.rightHip, .rightKnee, .rightAnkle, isLeg: true),
    Limb(.leftShoulder, .leftElbow, .leftWrist, isLeg: false),
    Limb(.rightShoulder, .rightElbow, .rightWrist, isLeg: false),
  ]

  /// The place of a point among `points`; root and centerShoulder have none.
  static func index(_ point: BodyPoint) -> Int {
    guard let index = points.firstIndex(of: point) else {
      preconditionFailure("\(point) is no unknown")
    }
    return index
  }

  /// One standard deviation of a point's acceleration along an axis at 30 frames a second, in m/s². Those of a jump have
  /// to be likely for all points at once: a third of these held bodies that leap towards the camera or away back.
  static let accelerations: [Double] = points.map { point in
    guard case .joint(let joint) = point else { return 90 }
    switch joint {
    case .leftAnkle, .rightAnkle, .leftWrist, .rightWrist: return 90
    case .leftKnee, .rightKnee, .leftElbow, .rightElbow: return 54
    default: return 30
    }
  }

  private static func span(_ from: BodyPoint, _ to: BodyPoint) -> Sum {
    parts(to) + parts(from).map { ($0.point, -$0.share) }
  }

  private static func parts(_ point: BodyPoint) -> Sum {
    guard case .joint(let joint) = point else { return [(index(point), 1)] }
    let parts = RigidBone.parts(of: joint)
    return parts.map { (index(.joint($0)), 1 / Double(parts.count)) }
  }
}

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

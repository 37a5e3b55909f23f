import Kinematics
import Pose3D
import PoseGeometry

/// The errors in a body's left and right, front and back, in one frame.
struct SideLabeling: Equatable, Sendable {
  /// The swapped part of the two arms, or of the two legs.
  enum Swap: Int, CaseIterable, Sendable {
    /// Nothing.
    case none
    /// All of them, with hips or shoulders.
    case whole
    /// All but hips or shoulders, their places as they are.
    case below
    /// All but hips or shoulders, by a lifter that hung the swapped limb of a picture on the wrong
    /// side: the places are right across the viewing ray, and shifted along it.
    case hanging
  }

  /// The two legs.
  var legs: Swap
  /// The two arms.
  var arms: Swap
  /// Whether depth is turned over, about the root.
  var isFlipped: Bool

  init(legs: Swap, arms: Swap, isFlipped: Bool) {
    (self.legs, self.arms, self.isFlipped) = (legs, arms, isFlipped)
  }

  /// The state of nearly all frames.
  static let asIs = SideLabeling(legs: .none, arms: .none, isFlipped: false)

  /// Every distinct labelling; `asIs` comes first. A frame with two different errors has
  /// no labelling of its own.
  static let all: [SideLabeling] =
    [(.none, .none), (.whole, .whole)].flatMap { (legs: Swap, arms: Swap) in
      [false, true].map { SideLabeling(legs: legs, arms: arms, isFlipped: $0) }
    }
    + [Swap.whole, .below, .hanging].flatMap { swap in
      [(swap, .none), (.none, swap), (swap, swap)]
        .filter { $0 != (.whole, .whole) }
        .map { SideLabeling(legs: $0, arms: $1, isFlipped: false) }
    }

  /// What was put right before a body was lifted.
  init(swapping body: BodyEstimate) {
    legs = body.swappedLimbs.contains(.legs) ? .whole : .none
    arms = body.swappedLimbs.contains(.arms) ? .whole : .none
    isFlipped = false
  }

  /// Whether the sides of the whole body are swapped.
  var swapsBody: Bool { legs == .whole && arms == .whole }

  /// The labelling with the sides of the whole body the other way round, and depth turned over where
  /// that is asked for. Of a limb that is swapped below hips or shoulders only these would have to be
  /// swapped then; it stays as it came.
  func turnedRound(inDepth: Bool) -> SideLabeling {
    func other(_ swap: Swap) -> Swap {
      switch swap {
      case .none: .whole
      case .whole, .below, .hanging: .none
      }
    }
    return SideLabeling(
      legs: other(legs), arms: other(arms), isFlipped: isFlipped != inDepth)
  }

  /// The repairs to report, with the joints that are moved.
  var repairs: [(kind: Repair.Kind, joints: [Joint])] {
    var repairs: [(kind: Repair.Kind, joints: [Joint])] = []
    if swapsBody {
      repairs.append((.swappedSides, Joint.allCases.filter { $0.mirrored != $0 }))
    } else {
      if legs != .none { repairs.append((.swappedLegs, LimbPair.legs.joints(legs).sorted())) }
      if arms != .none { repairs.append((.swappedArms, LimbPair.arms.joints(arms).sorted())) }
    }
    if isFlipped { repairs.append((.flippedDepth, Joint.allCases.filter { $0 != .root })) }
    return repairs
  }
}

/// The two arms or the two legs, whose joints a detector takes for each other.
struct LimbPair: Equatable, Sendable {
  /// The left limb from the trunk outwards.
  let left: [Joint]

  static let legs = LimbPair(left: [.leftHip, .leftKnee, .leftAnkle])
  static let arms = LimbPair(left: [.leftShoulder, .leftElbow, .leftWrist])

  /// Both sides, each left joint before its right one, from the trunk outwards.
  var joints: [Joint] { left.flatMap { [$0, $0.mirrored] } }

  /// The joints that a swap moves, in the order of `joints`.
  func joints(_ swap: SideLabeling.Swap) -> [Joint] {
    switch swap {
    case .none: []
    case .whole: joints
    case .below, .hanging: Array(joints.dropFirst(2))
    }
  }
}

extension [Joint] {
  /// In the order of `Joint.allCases`.
  fileprivate func sorted() -> [Joint] { sorted { $0.rawValue < $1.rawValue } }
}

/// One frame's body under every labelling: places relative to the root in metres, limb by limb,
/// since each limb's depend only on its own swap and on whether depth is turned over.
struct SideCandidates {
  /// The joints of the middle that move against the root.
  static let middle: [Joint] = [.spine, .centerShoulder, .centerHead, .topHead]
  /// A limb's variants: those of `Swap`, then the first two of them turned over.
  static let variants = SideLabeling.Swap.allCases.count + 2

  /// The positions of the joints of `LimbPair.legs` in each variant, one variant after the other.
  private(set) var legs: [Vector3] = []
  /// Those of `LimbPair.arms`.
  private(set) var arms: [Vector3] = []
  /// Those of `middle`, as they are, then turned over.
  private(set) var middle: [Vector3] = []

  /// The variant of a limb; only a limb that is swapped as a whole, or not at all, is also turned
  /// over.
  static func variant(_ swap: SideLabeling.Swap, isFlipped: Bool) -> Int {
    swap.rawValue + (isFlipped ? SideLabeling.Swap.allCases.count : 0)
  }

  /// The candidates of a frame.
  init(_ positions: PerJoint<Vector3>, body: SideRepair.Body) {
    let root = positions[.root]
    let axis = body.depthAxis(positions)
    legs = Self.limb(.legs, positions, root, axis, body)
    arms = Self.limb(.arms, positions, root, axis, body)
    let upright = Self.middle.map { positions[$0] - root }
    middle = upright + upright.map { Self.turned($0, axis) }
  }

  private static func limb(
    _ limb: LimbPair, _ positions: PerJoint<Vector3>, _ root: Vector3, _ axis: Vector3,
    _ body: SideRepair.Body
  ) -> [Vector3] {
    let joints = limb.joints
    let own = joints.map { positions[$0] - root }
    let whole = joints.map { positions[$0.mirrored] - root }
    let shift = body.shift(limb, positions)
    let below = Array(own.prefix(2)) + whole.dropFirst(2)
    let hanging = zip(joints, below).enumerated().map { number, pair in
      number < 2 ? pair.1 : pair.1 + (limb.left.contains(pair.0) ? shift : -shift)
    }
    return own + whole + below + hanging + (own + whole).map { turned($0, axis) }
  }

  /// Mirrored in the plane through the root across an axis.
  static func turned(_ offset: Vector3, _ axis: Vector3) -> Vector3 {
    offset - axis * (2 * offset.dot(axis))
  }
}

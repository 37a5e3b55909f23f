import PoseGeometry
import Kinematics

/// One frame's body under every labelling: places relative to the root in metres, limb by limb,
/// since each limb's depend only on its own swap and on whether depth is turned over.
struct SideCandidates {
  /// The joints of the middle that move against the root.
  static let middle: [Joint] = [.spine, .centerShoulder, .centerHead, .topHead]
  /// A limb's variants: those of `Swap`, then the first two of them turned over.
  static let variants = SideLabeling.Swap.allCases.count + 2

  /// The positions of the joints of `Limb.legs` in each variant, one variant after the other.
  private(set) var legs: [Vector3] = []
  /// Those of `Limb.arms`.
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
    _ limb: Limb, _ positions: PerJoint<Vector3>, _ root: Vector3, _ axis: Vector3,
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

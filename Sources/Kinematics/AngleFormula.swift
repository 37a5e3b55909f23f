internal import PoseGeometry

/// The computation of an angle; the formulas are in `docs/reference/angles.md`, the arithmetic in
/// `AngleEvaluation`.
enum AngleFormula: Sendable, Equatable {
  /// A point of the body: a joint, or one of a foot.
  enum Point: Sendable, Equatable {
    case joint(Joint)
    case leftHeel, leftToe, rightHeel, rightToe

    /// 0…20: the joints, then heel and toe of the left foot and of the right.
    var index: Int {
      switch self {
      case .joint(let joint): joint.rawValue
      case .leftHeel: 17
      case .leftToe: 18
      case .rightHeel: 19
      case .rightToe: 20
      }
    }

    /// The number of points.
    static let count = 21

    var mirrored: Point {
      switch self {
      case .joint(let joint): .joint(joint.mirrored)
      case .leftHeel: .rightHeel
      case .leftToe: .rightToe
      case .rightHeel: .leftHeel
      case .rightToe: .leftToe
      }
    }
  }

  /// The vector from one point to another.
  struct Bone: Sendable, Equatable {
    let from: Point
    let to: Point

    init(_ from: Joint, _ to: Joint) { (self.from, self.to) = (.joint(from), .joint(to)) }
    init(_ from: Point, _ to: Point) { (self.from, self.to) = (from, to) }

    var mirrored: Bone { Bone(from.mirrored, to.mirrored) }
  }

  /// An axis of a frame, or its opposite.
  enum Axis: Sendable, Equatable {
    case left, right, up, down, front

    /// The same axis on the other side of the body.
    var mirrored: Axis {
      switch self {
      case .left: .right
      case .right: .left
      case .up, .down, .front: self
      }
    }
  }

  /// Two bones and the hinge between them: the leg folds to the back, the arm to the front.
  struct Limb: Sendable, Equatable {
    let first: Bone
    let second: Bone
    let isLeg: Bool
    let isLeft: Bool

    var mirrored: Limb {
      Limb(first: first.mirrored, second: second.mirrored, isLeg: isLeg, isLeft: !isLeft)
    }
  }

  /// The rotation sequence by which the turn of a limb about itself is counted.
  enum AxialSequence: Sendable, Equatable {
    /// The third angle of Z-X-Y in ISB's axes.
    case zxy
    /// The third angle of Y-X-Y in ISB's axes.
    case yxy
  }

  /// The unsigned angle between two bones.
  case between(Bone, Bone)
  /// The angle of a bone's projection on the plane of two axes of a frame, from the one to the
  /// other. Without value where the projection is shorter than `least` times the bone.
  case planar(Bone, BodyFrame, from: Axis, to: Axis, least: Double)
  /// The angle between a bone and a plane of a frame, positive on the side of its normal.
  case elevation(Bone, BodyFrame, normal: Axis)
  /// The unsigned angle between a bone and an axis of a frame.
  case toAxis(Bone, BodyFrame, Axis)
  /// The turn of a limb's first bone about itself, shown by the plane in which its second bone is
  /// bent; internal is positive on both sides. Not beyond `limit`, where the joint would have to be bent the wrong way.
  case axial(Limb, BodyFrame, AxialSequence, limit: Double)
  /// One of the three angles of a Cardan sequence (0, 1, 2), in ISB's axes, of the second frame in
  /// the first.
  case cardan(BodyFrame, BodyFrame, EulerSequence, Int)
  /// The angle from a limb's first bone to its second, seen along the normal to the hips' line and
  /// the line from the limb's beginning to its end.
  case frontalProjection(Bone, Bone)
  /// An angle that is the same for all (Vision's constant pitch).
  case constant(Double, Bone)

  /// The same angle on the other side of the body; signs are the definition's business.
  var mirrored: AngleFormula {
    switch self {
    case .between(let a, let b): .between(a.mirrored, b.mirrored)
    case .planar(let bone, let frame, let from, let to, let least):
      .planar(bone.mirrored, frame, from: from.mirrored, to: to.mirrored, least: least)
    case .elevation(let bone, let frame, let normal):
      .elevation(bone.mirrored, frame, normal: normal.mirrored)
    case .toAxis(let bone, let frame, let axis): .toAxis(bone.mirrored, frame, axis.mirrored)
    case .axial(let limb, let frame, let sequence, let limit):
      .axial(limb.mirrored, frame, sequence, limit: limit)
    case .cardan: self
    case .frontalProjection(let a, let b): .frontalProjection(a.mirrored, b.mirrored)
    case .constant(let value, let bone): .constant(value, bone.mirrored)
    }
  }

  /// The frames in which it is measured.
  var frames: [BodyFrame] {
    switch self {
    case .between, .constant, .frontalProjection: []
    case .planar(_, let frame, _, _, _), .elevation(_, let frame, _), .toAxis(_, let frame, _),
      .axial(_, let frame, _, _):
      [frame]
    case .cardan(let a, let b, _, _): [a, b]
    }
  }

  /// The bones on which it is measured.
  var bones: [Bone] {
    switch self {
    case .between(let a, let b), .frontalProjection(let a, let b): [a, b]
    case .axial(let limb, _, _, _): [limb.first, limb.second]
    case .planar(let bone, _, _, _, _), .elevation(let bone, _, _), .toAxis(let bone, _, _),
      .constant(_, let bone):
      [bone]
    case .cardan: []
    }
  }
}

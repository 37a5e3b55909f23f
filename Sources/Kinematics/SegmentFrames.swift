public import PoseGeometry

/// The orientation of every body segment, from the positions of the 17 joints.
///
/// A joint's frame is that of the segment which begins there (`leftHip`: thigh, `spine`: thorax);
/// a joint where nothing begins (wrists, ankles, top of the head) keeps its parent's. In the
/// neutral pose – upright, arms hanging, palms in – all frames have the axes of the body: x to the
/// person's left, y up, z to the front.
public struct SegmentFrames: Sendable, Equatable {
  /// Camera-from-body: origin at the root; x along rightHip → leftHip, exactly; y is root → spine
  /// made orthogonal to x; z to the front.
  public let cameraFromBody: RigidTransform
  /// Root-from-joint for all joints: orientation of the segment and the joint's position in the
  /// body's frame.
  public let rootFromJoint: PerJoint<RigidTransform>

  /// The frames of a skeleton given in the camera's frame, in metres.
  ///
  /// Returns `nil` when hips or trunk have no extent, so that the body has no axes, or a coordinate is
  /// not finite.
  public init?(cameraPositions: PerJoint<Vector3>) {
    let sum = Joint.allCases.reduce(Vector3.zero) { $0 + cameraPositions[$1] }
    guard sum.sum().isFinite, let pelvis = Self.pelvis(cameraPositions) else { return nil }
    cameraFromBody = RigidTransform(rotation: pelvis, translation: cameraPositions[.root])
    let bodyFromCamera = cameraFromBody.inverse
    let positions = cameraPositions.map { bodyFromCamera * $0 }
    let orientations = Self.orientations(positions)
    rootFromJoint = PerJoint {
      RigidTransform(rotation: orientations[$0], translation: positions[$0])
    }
  }

  /// The orientation of a segment in the body's frame; `nil` for the feet, which have none.
  public func orientation(of segment: BodySegment) -> Rotation? {
    segment.joint.map { rootFromJoint[$0].rotation }
  }

  /// The joint's frame in its parent's: `parentFromJoint`. For the root, the identity.
  public func localTransform(_ joint: Joint) -> RigidTransform {
    guard let parent = joint.parent else { return .identity }
    return rootFromJoint[parent].inverse * rootFromJoint[joint]
  }

  /// The joints' positions from their local transforms alone: forward kinematics, in the frame in
  /// which the root's transform is given.
  public static func forwardKinematics(
    root: RigidTransform = .identity, localTransforms: PerJoint<RigidTransform>
  ) -> PerJoint<RigidTransform> {
    var frames = PerJoint(repeating: root)
    // `allCases` names every parent before its children.
    for joint in Joint.allCases {
      guard let parent = joint.parent else { continue }
      frames[joint] = frames[parent] * localTransforms[joint]
    }
    return frames
  }

  // MARK: Orientation of the segments, all in the body's frame

  private static func orientations(_ p: PerJoint<Vector3>) -> PerJoint<Rotation> {
    let thorax = ThoraxFit(p)?.rotation ?? carried(.identity, up: p[.centerShoulder] - p[.spine])
    let head = carried(thorax, up: p[.topHead] - p[.centerHead])
    var frames = PerJoint(repeating: Rotation.identity)
    frames[.spine] = thorax
    frames[.centerShoulder] = thorax
    frames[.centerHead] = head
    frames[.topHead] = head
    for (proximal, middle, distal, isLeg) in limbs {
      let upper = p[middle] - p[proximal]
      let lower = p[distal] - p[middle]
      let resting = carried(isLeg ? .identity : thorax, up: -upper)
      // The knee folds the shank to the back, the elbow folds the forearm to the front: the bend
      // planes' normals point along +x and −x.
      let normal = isLeg ? upper.cross(lower) : lower.cross(upper)
      let isBent =
        normal.length > AngleEvaluation.minimumBend * upper.length * lower.length
        && !(isLeg && normal.dot(resting.x) < 0)
      frames[proximal] = (isBent ? hinged(normal, up: -upper) : nil) ?? resting
      frames[middle] =
        (isBent ? hinged(normal, up: -lower) : nil) ?? carried(frames[proximal], up: -lower)
      frames[distal] = frames[middle]
    }
    return frames
  }

  /// At this sine of the bend of a knee or an elbow, 20°, or below, the limb shows no hinge.
  package static let minimumBend = AngleEvaluation.minimumBend

  private static let limbs: [(proximal: Joint, middle: Joint, distal: Joint, isLeg: Bool)] = [
    (.leftHip, .leftKnee, .leftAnkle, true), (.rightHip, .rightKnee, .rightAnkle, true),
    (.leftShoulder, .leftElbow, .leftWrist, false),
    (.rightShoulder, .rightElbow, .rightWrist, false),
  ]

  /// The pelvis, which is the body's frame: x along rightHip → leftHip, y as near as can be to
  /// root → spine; `nil` when they are parallel or have no length.
  ///
  /// It is the least-squares fit (Kabsch) of hips and spine to the person's neutral pose in which the
  /// spine takes part across the hips only, since a lumbar side bend is no pelvic list. The fit has
  /// then this closed form.
  private static func pelvis(_ p: PerJoint<Vector3>) -> Rotation? {
    TwoVectorFrame(p[.leftHip] - p[.rightHip], p[.spine] - p[.root])
      .map { Rotation(trusted: $0.p, $0.q, $0.r) }
  }

  /// A limb's frame: y along the bone towards the body, x along the hinge.
  private static func hinged(_ hinge: Vector3, up: Vector3) -> Rotation? {
    TwoVectorFrame(hinge, up).map { Rotation(trusted: $0.p, $0.q, $0.r) }
  }

  /// The parent's frame, turned by the shortest arc so that its y axis lies along `up`: no twist is
  /// made up where none can be seen.
  private static func carried(_ parent: Rotation, up: Vector3) -> Rotation {
    guard let y = up.normalized else { return parent }
    return Rotation.shortestArc(from: parent.y, to: y) * parent
  }
}

/// The thorax: its joints in the person's neutral pose, in the person's own proportions – shoulders
/// to both sides of their centre, spine straight below it – fitted to where they are, by least squares
/// about the shoulders' centre (Kabsch 1976, by LAPACK's singular value decomposition).
///
/// With u = leftShoulder − rightShoulder and v = centerShoulder − spine the fit's matrix is
/// ½|u|u x̂ᵀ + |v|v ŷᵀ: shoulders and spine weigh by the squares of their distances.
struct ThoraxFit {
  let rotation: Rotation
  private let u: Vector3
  private let v: Vector3
  private let breadth: Double
  private let height: Double
  /// The columns of (tr A · I − A)⁻¹, which is symmetric: what a small change of the fit's matrix,
  /// as a torque, turns the fit by. A = m₁Xᵀ + m₂Yᵀ (m: the columns of the matrix, X, Y: the fitted
  /// axes) is symmetric at the optimum.
  private let leverage: (Vector3, Vector3, Vector3)

  /// `nil` when shoulders or spine have no extent, or lie on one line.
  init?(_ p: PerJoint<Vector3>) {
    u = p[.leftShoulder] - p[.rightShoulder]
    v = p[.centerShoulder] - p[.spine]
    let (breadth, height) = (u.length, v.length)
    guard breadth > BodyFrame.minimumLength, height > BodyFrame.minimumLength,
      u.cross(v).length > 1e-6 * breadth * height,
      let rotation = Rotation(nearestTo: u * (breadth / 2), v * height, .zero)
    else { return nil }
    self.rotation = rotation
    self.breadth = breadth
    self.height = height
    let (x, y) = (rotation.x, rotation.y)
    let (m1, m2) = (u * (breadth / 2), v * height)
    let trace = m1.dot(x) + m2.dot(y)
    // Column j of A is m₁ x_j + m₂ y_j.
    func column(_ j: Int) -> Vector3 {
      var column = -(m1 * x[j] + m2 * y[j])
      column[j] += trace
      return column
    }
    let (a, b, c) = (column(0), column(1), column(2))
    let determinant = a.dot(b.cross(c))
    leverage = (b.cross(c) / determinant, c.cross(a) / determinant, a.cross(b) / determinant)
  }

  /// The gradients, with respect to u and v, of a function whose gradient with respect to a small
  /// turn of the thorax is `torque`.
  ///
  /// A change of the columns turns the fit by ω = (tr A · I − A)⁻¹ Σ axis × δm.
  func gradients(torque: Vector3) -> (u: Vector3, v: Vector3) {
    let (x, y) = (rotation.x, rotation.y)
    let lever = leverage.0 * torque.x + leverage.1 * torque.y + leverage.2 * torque.z
    func back(_ gradient: Vector3, _ vector: Vector3, _ length: Double, _ factor: Double) -> Vector3
    {
      // Of factor · |w| w with respect to w.
      factor * (gradient * length + vector * (vector.dot(gradient) / length))
    }
    return (
      back(lever.cross(x), u, breadth, 0.5), back(lever.cross(y), v, height, 1)
    )
  }
}

/// Axes from two vectors: p along the first, q along the part of the second across it, r = p × q.
/// The turn of the axes with the vectors, and so an angle's slope through them, is closed-form.
struct TwoVectorFrame {
  let p: Vector3
  let q: Vector3
  let r: Vector3
  private let firstLength: Double
  /// The second vector's part along p.
  private let along: Double
  /// The length of the second vector's part across p.
  private let across: Double

  /// `nil` when the first vector, or the second one's part across it, is shorter than 1 µm.
  init?(_ first: Vector3, _ second: Vector3) {
    let length = first.length
    guard length > BodyFrame.minimumLength else { return nil }
    let p = first / length
    let along = second.dot(p)
    let rest = second - p * along
    let across = rest.length
    guard across > BodyFrame.minimumLength, across.isFinite else { return nil }
    self.p = p
    q = rest / across
    r = p.cross(q)
    firstLength = length
    self.along = along
    self.across = across
  }

  /// The gradients, with respect to the two vectors, of a function whose gradient with respect to a
  /// small turn ω of the axes is `torque`.
  func gradients(torque: Vector3) -> (first: Vector3, second: Vector3) {
    // ω·p = r·δq, ω·q = −r·δp, ω·r = q·δp.
    let (aboutP, aboutQ, aboutR) = (torque.dot(p), torque.dot(q), torque.dot(r))
    return (
      (q * aboutR - r * (aboutQ + aboutP * along / across)) / firstLength,
      r * (aboutP / across)
    )
  }
}

/// A frame of the body or of its surroundings in which angles are measured: x to the person's left,
/// y up, z to the front, in the frame of the skeleton's joints.
enum BodyFrame: Int, Sendable, CaseIterable {
  /// x along the hips' line, exactly; y as near as can be to root → spine.
  case pelvis
  /// The least-squares fit of shoulders and spine.
  case thorax
  /// y along root → centerShoulder, x as near as can be to the hips' line.
  case trunkAtHips
  /// y along root → centerShoulder, x as near as can be to the shoulders' line.
  case trunkAtShoulders
  /// y up, x as near as can be to the hips' line: turns with the person, but doesn't lean.
  case heading
  /// y up, z in the direction of heading 0.
  case world

  /// Below this length, 1 µm, a vector between two joints has no direction.
  static let minimumLength = 1e-6

  /// Whether the lines that decide the axes were not seen: both of their ends are inferred, or one end
  /// of the trunk's line. A pelvis or a thorax whose `spine` alone is inferred stands along the trunk.
  func isUnseen(inferred: Set<Joint>) -> Bool {
    guard !inferred.isEmpty else { return false }
    let noHips = inferred.isSuperset(of: [.leftHip, .rightHip])
    let noShoulders = inferred.isSuperset(of: [.leftShoulder, .rightShoulder])
    let noTrunk = !inferred.isDisjoint(with: [.root, .centerShoulder])
    return switch self {
    case .pelvis, .heading: noHips
    case .thorax: noShoulders
    case .trunkAtHips: noHips || noTrunk
    case .trunkAtShoulders: noShoulders || noTrunk
    case .world: false
    }
  }

  /// The joints that decide the axes.
  var joints: [Joint] {
    switch self {
    case .pelvis: [.root, .rightHip, .leftHip, .spine]
    case .thorax: [.spine, .centerShoulder, .leftShoulder, .rightShoulder]
    case .trunkAtHips: [.root, .centerShoulder, .rightHip, .leftHip]
    case .trunkAtShoulders: [.root, .centerShoulder, .leftShoulder, .rightShoulder]
    case .heading: [.rightHip, .leftHip]
    case .world: []
    }
  }
}

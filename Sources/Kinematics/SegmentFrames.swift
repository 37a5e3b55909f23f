public import PoseGeometry

/// The orientation of every body segment, from the positions of the 17 joints.
///
/// A joint's frame is that of the segment which begins there (`leftHip`: thigh, `spine`: thorax);
/// a joint where nothing begins (wrists, ankles, top of the head) keeps its parent's. In the
/// neutral pose – upright, arms hanging, palms in – all frames have the axes of the body: x to the
/// person's left, y up, z to the front.
public struct SegmentFrames: Sendable {
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

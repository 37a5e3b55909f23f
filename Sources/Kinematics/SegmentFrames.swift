#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
  /// Returns `nil` when hips or trunk have no extent, so that the body has no axes.
  public init?(cameraPositions: PerJoint<Vector3>) {
    guard let pelvis = Self.pelvis(cameraPositions) else { return nil }
    cameraFromBody = RigidTransform(rotation: pelvis, translation: cameraPositions[.root])
    let bodyFromCamera = cameraFromBody.inverse
    let positions = cameraPositions.map { bodyFromCamera * $0 }
    let orientations = Self.orientations(positions)
    rootFromJoint = PerJoint {
      RigidTransform(rotation: orientations[$0], translation: positions[$0])
    }
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

  /// Below this sine of the bend, 10°, the plane in which a limb is bent is more noise than sign.
  private static let leastBend = sin(10 * Double.pi / 180)

  private static func orientations(_ p: PerJoint<Vector3>) -> PerJoint<Rotation> {
    let thorax = thorax(p) ?? carried(.identity, up: p[.centerShoulder] - p[.spine])
    let head = carried(thorax, up: p[.topHead] - p[.centerHead])
    var frames = PerJoint(repeating: Rotation.identity)
    frames[.spine] = thorax
    frames[.centerShoulder] = thorax
    frames[.centerHead] = head
    frames[.topHead] = head
    // The knee folds the shank to the back, the elbow folds the forearm to the front: the bend
    // planes' normals point along +x and −x.
    let limbs: [(Joint, Joint, Joint, parent: Rotation, side: Double)] = [
      (.leftHip, .leftKnee, .leftAnkle, .identity, 1),
      (.rightHip, .rightKnee, .rightAnkle, .identity, 1),
      (.leftShoulder, .leftElbow, .leftWrist, thorax, -1),
      (.rightShoulder, .rightElbow, .rightWrist, thorax, -1),
    ]
    for (proximal, middle, distal, parent, side) in limbs {
      let upper = p[middle] - p[proximal]
      let lower = p[distal] - p[middle]
      let normal = side * upper.cross(lower)
      let isBent = normal.length > leastBend * upper.length * lower.length
      frames[proximal] =
        (isBent ? hinged(normal, up: -upper) : nil) ?? carried(parent, up: -upper)
      frames[middle] =
        (isBent ? hinged(normal, up: -lower) : nil) ?? carried(frames[proximal], up: -lower)
      frames[distal] = frames[middle]
    }
    return frames
  }

  /// The pelvis, which is the body's frame: x along rightHip → leftHip, y as near as can be to
  /// root → spine; `nil` when they are parallel or have no length.
  static func pelvis(_ p: PerJoint<Vector3>) -> Rotation? {
    let up = p[.spine] - p[.root]
    guard let x = (p[.leftHip] - p[.rightHip]).normalized,
      let y = (up - x * up.dot(x)).normalized
    else { return nil }
    return Rotation(nearestTo: x, y, x.cross(y))
  }

  /// The thorax, fitted to its joints by least squares (Kabsch, LAPACK): shoulders and spine about
  /// the centre of the shoulders, in the proportions of the neutral body; `nil` when they lie on
  /// one line.
  static func thorax(_ p: PerJoint<Vector3>) -> Rotation? {
    let center = p[.centerShoulder]
    return Rotation.fitting(
      [Vector3(0.105, 0, 0), Vector3(-0.105, 0, 0), Vector3(0, -0.141, 0)],
      to: [p[.leftShoulder] - center, p[.rightShoulder] - center, p[.spine] - center])
  }

  /// A limb's frame: y along the bone towards the body, x along the hinge.
  private static func hinged(_ hinge: Vector3, up: Vector3) -> Rotation? {
    guard let y = up.normalized, let x = hinge.normalized else { return nil }
    return Rotation(nearestTo: x, y, x.cross(y))
  }

  /// The parent's frame, turned by the shortest arc so that its y axis lies along `up`: no twist is
  /// made up where none can be seen.
  private static func carried(_ parent: Rotation, up: Vector3) -> Rotation {
    guard let y = up.normalized else { return parent }
    return Rotation.shortestArc(from: parent.y, to: y) * parent
  }
}

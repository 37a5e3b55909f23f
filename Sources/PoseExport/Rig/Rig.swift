internal import Kinematics
internal import PoseGeometry

/// A person's skeleton as programs of animation have it: joints at fixed places in a rest pose, which
/// turn.
///
/// The rest pose is a T-pose: upright, arms out to the sides, palms down, facing +z, x to the person's
/// left, the soles at height 0. In it no joint is turned against the axes of the clip. The bones have the
/// person's own lengths, the medians over the frames and both sides.
struct Rig {
  /// Each joint's place from its parent's in the rest pose, in metres; the root's from the origin.
  let offsets: PerJoint<Vector3>
  /// The places of the joints in the rest pose.
  let places: PerJoint<Vector3>
  /// The end of what has no joint beyond it – hands, feet, top of the head –, from the joint, in metres.
  /// It isn't measured: the proportions are Winter's (2009, table 4.1).
  let ends: [Joint: Vector3]

  /// The rig of a person of a clip: the bones' lengths are the medians over the frames.
  init(of person: PoseClip.Person) {
    self.init(of: person.presentFrames.map { person.joints($0) }, stature: person.stature)
  }

  /// The rig of a person of a stature in metres, with the medians of the bones' lengths in these
  /// poses.
  init(of poses: [PerJoint<Vector3>], stature: Double) {
    func median(_ joint: Joint, _ parent: Joint) -> Double {
      let sides = joint.mirrored == joint ? [joint] : [joint, joint.mirrored]
      let lengths = sides.flatMap { side in
        let parent = side == joint ? parent : parent.mirrored
        return poses.map { ($0[side] - $0[parent]).length }
      }.sorted()
      return lengths.isEmpty ? 0 : lengths[lengths.count / 2]
    }
    let directions = Self.directions
    var offsets = directions
    for joint in Joint.allCases {
      offsets[joint] = joint.parent.map { directions[joint] * median(joint, $0) } ?? .zero
    }
    let ankleHeight = Anthropometry.ankleHeightRatio * stature
    let legs = offsets[.leftKnee] + offsets[.leftAnkle]
    offsets[.root] = Vector3(0, ankleHeight - legs.y, 0)
    var places = PerJoint(repeating: offsets[.root])
    for joint in Joint.allCases {
      if let parent = joint.parent { places[joint] = places[parent] + offsets[joint] }
    }
    self.offsets = offsets
    self.places = places
    let foot = Vector3(0, -ankleHeight, 0.114 * stature)
    let hand = Vector3(0.108 * stature, 0, 0)
    ends = [
      .leftAnkle: foot, .rightAnkle: foot, .leftWrist: hand, .rightWrist: -hand,
      .topHead: Vector3(0, 0.03 * stature, 0),
    ]
  }

  /// From a joint's parent to the joint in the rest pose.
  private static let directions = PerJoint(direction)

  private static func direction(_ joint: Joint) -> Vector3 {
    switch joint {
    case .rightHip, .rightShoulder, .rightElbow, .rightWrist: Vector3(-1, 0, 0)
    case .leftHip, .leftShoulder, .leftElbow, .leftWrist: Vector3(1, 0, 0)
    case .rightKnee, .rightAnkle, .leftKnee, .leftAnkle: Vector3(0, -1, 0)
    case .root, .spine, .centerShoulder, .centerHead, .topHead: Vector3(0, 1, 0)
    }
  }
}

/// The turns of pelvis, thorax and head from the rest pose, in the frame of the joints.
struct TrunkFrames {
  let pelvis: Rotation
  let thorax: Rotation
  let head: Rotation

  /// `nil` where hips or trunk have no extent.
  init?(_ joints: PerJoint<Vector3>) {
    guard let frames = SegmentFrames(cameraPositions: joints) else { return nil }
    pelvis = frames.cameraFromBody.rotation
    thorax = pelvis * frames.rootFromJoint[.spine].rotation
    head = pelvis * frames.rootFromJoint[.centerHead].rotation
  }
}

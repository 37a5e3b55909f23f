package import Kinematics
package import PoseGeometry
internal import PoseMotion
package import Pose3D

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
      }
      return lengths.upperMedian ?? 0
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

/// The rig of a person who is followed in motion: each frame's turns come from it and the frames
/// before.
///
/// As a clip's, but for what only a whole recording shows. Of a straight limb the turn about itself stays
/// the last that was seen. The bones have the lengths of the frame. The floor is where the feet were at
/// their lowest in the last half minute, a twentieth of the time below it.
package struct FollowingRig: Sendable {
  /// A person at a moment, in an upright frame: x to the camera's right, y up, z towards the
  /// camera, origin on the floor below the root of the first frame; metres.
  package struct Pose: Sendable {
    /// The joints.
    package let places: PerJoint<Vector3>
    /// The turn of each joint from a T-pose, in which nothing is turned: upright, arms out to the sides, palms
    /// down, facing +z.
    package let turns: PerJoint<Rotation>
    /// Each joint's place from its parent's in the T-pose; the root's from the floor.
    package let offsets: PerJoint<Vector3>
  }

  private var twists = [TwistMean](repeating: TwistMean(), count: Limb.allCases.count)
  private var last: Double?
  /// The root of the first frame, in the camera's frame.
  private var start: Vector3?
  /// The lowest points of the feet, in the camera's frame.
  private var soles: [(time: Double, place: Vector3)] = []

  /// Seconds of which the floor is taken, and from one look at the feet to the next.
  private static let (memory, interval) = (30.0, 0.2)

  /// The rig of a person who wasn't seen yet.
  package init() {}

  /// The pose of the next frame; `nil` where hips or trunk have no extent.
  ///
  /// - Parameters:
  ///   - body: in the camera's frame.
  ///   - time: seconds, later than those before.
  ///   - world: the camera's axes. They may become known, or better known, from one frame to the next.
  package mutating func pose(
    of body: BodyEstimate, at time: Double, in world: WorldAxes
  ) -> Pose? {
    let uprightFromCamera = world.axes.inverse
    let joints = body.positions.map { uprightFromCamera * $0 }
    guard let trunk = TrunkFrames(joints) else { return nil }
    let elapsed = last.map { max(0, time - $0) } ?? 0
    last = time
    var directions: [SIMD2<Double>] = []
    for (place, limb) in Limb.allCases.enumerated() {
      let seen = limb.twist(joints, trunk)
      twists[place].add(seen, after: elapsed)
      directions.append(TwistMean.blended(twists[place].direction, seen))
    }
    let rig = Rig(of: [joints], stature: body.stature.metres)
    learnFloor(from: body, uprightFromCamera, at: time)
    let first = start ?? body.positions[.root]
    start = first
    let origin = uprightFromCamera * first
    let offset = Vector3(origin.x, floor(uprightFromCamera), origin.z)
    let pose = RigPose(joints, trunk, twists: directions)
    return Pose(
      places: joints.map { $0 - offset }, turns: pose.turns, offsets: rig.offsets)
  }

  private func floor(_ uprightFromCamera: Rotation) -> Double {
    let heights = soles.map { (uprightFromCamera * $0.place).y }.sorted()
    return heights[heights.count / 20]
  }

  private mutating func learnFloor(
    from body: BodyEstimate, _ uprightFromCamera: Rotation, at time: Double
  ) {
    guard soles.last.map({ time - $0.time >= Self.interval - 1e-6 }) ?? true else { return }
    let ankleHeight = Anthropometry.ankleHeightRatio * body.stature.metres
    let down = uprightFromCamera.inverse * Vector3(0, -ankleHeight, 0)
    let ankles = [Joint.leftAnkle, .rightAnkle].map { body.positions[$0] + down }
    let feet = [body.leftFoot, body.rightFoot].flatMap { [$0?.heel, $0?.toe] }.compactMap { $0 }
    let lowest = (ankles + feet).min {
      (uprightFromCamera * $0).y < (uprightFromCamera * $1).y
    }
    if let lowest { soles.append((time, lowest)) }
    soles.removeAll { time - $0.time > Self.memory }
  }
}

/// A body of plain bones, so that something is seen: an octahedron from each joint to the next, in the rest
/// pose, in metres.
struct BoneShapes {
  /// Corners, six a bone.
  private(set) var corners: [Vector3] = []
  /// Outward directions of length 1 at the corners.
  private(set) var normals: [Vector3] = []
  /// The joint with which each corner moves.
  private(set) var joints: [Joint] = []
  /// Triangles, three corners each, counter-clockwise from outside.
  private(set) var triangles: [Int] = []

  init(of rig: Rig) {
    for joint in Joint.allCases {
      if let parent = joint.parent {
        add(from: rig.places[parent], to: rig.places[joint], joint: parent)
      }
      if let end = rig.ends[joint] {
        add(from: rig.places[joint], to: rig.places[joint] + end, joint: joint)
      }
    }
  }

  private mutating func add(from start: Vector3, to end: Vector3, joint: Joint) {
    guard let along = (end - start).normalized else { return }
    let length = (end - start).length
    let helper = abs(along.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
    guard let across = along.cross(helper).normalized else { return }
    let third = along.cross(across)
    let radius = 0.05 * length + 0.01
    let middle = start + along * (0.2 * length)
    let base = corners.count
    let ring = [across, third, -across, -third]
    corners += [start] + ring.map { middle + $0 * radius } + [end]
    normals += [-along] + ring + [along]
    joints += Array(repeating: joint, count: 6)
    for side in 0..<4 {
      let (a, b) = (base + 1 + side, base + 1 + (side + 1) % 4)
      triangles += [base, b, a, base + 5, a, b]
    }
  }
}

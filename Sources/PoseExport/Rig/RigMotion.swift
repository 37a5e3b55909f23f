internal import Kinematics
internal import PoseGeometry

/// The motion of a person's rig: the turn of every joint in every frame.
///
/// Pelvis and thorax have the frames that Kinematics fits to three points and more; the head is the
/// thorax's frame, turned by the shortest arc to where the head points. A limb's upper part is the
/// shortest arc from the rest pose to its bone, then turned about the bone as far as the bent knee or
/// elbow shows; the lower part is the shortest arc from the upper one, which is the hinge. Hands and feet
/// go with forearm and shank: 17 joints show neither.
///
/// A straight limb doesn't show its turn about itself; `twists` has the value that is taken there.
struct RigMotion {
  let person: PoseClip.Person
  let rig: Rig
  /// The frame whose pose stands in each frame: its own, or where the person isn't there, or has no
  /// extent, the one before; before the first that has a pose, the first. `nil` where there is none at all.
  let sources: [Int]?
  /// The turn of each limb about itself.
  let twists: [LimbTwist]
  /// The joints whose place from their parent's changes by more than 20 µm: these have to move, and not
  /// only to turn.
  let moving: Set<Joint>

  init(of person: PoseClip.Person, times: [Double]) {
    self.person = person
    rig = Rig(of: person)
    var last: Int?
    var sources: [Int?] = person.isPresent.indices.map { frame in
      if person.isPresent[frame], SegmentFrames(cameraPositions: person.joints(frame)) != nil {
        last = frame
      }
      return last
    }
    guard let first = sources.lazy.compactMap({ $0 }).first else {
      self.sources = nil
      twists = []
      moving = []
      return
    }
    for frame in sources.indices where sources[frame] == nil { sources[frame] = first }
    let known = sources.compactMap { $0 }
    self.sources = known
    let bodies = known.indices.map { frame in
      known[frame] == frame ? TrunkFrames(person.joints(frame)) : nil
    }
    let twists = Limb.allCases.map { limb in
      LimbTwist(of: limb, times: times) { frame in
        bodies[frame].map { (person.joints(frame), $0) }
      }
    }
    self.twists = twists
    var moving: Set<Joint> = [.root]
    let still = rig.offsets
    for (frame, body) in bodies.enumerated() {
      guard let body else { continue }
      let pose = RigPose(person.joints(frame), body, twists: twists.map { $0.directions[frame] })
      for joint in Joint.allCases where !moving.contains(joint) {
        if (pose.localPlace(joint) - still[joint]).length > 2e-5 { moving.insert(joint) }
      }
    }
    self.moving = moving
  }

  /// The pose of a frame; where there is none the one that stands for it.
  func pose(at frame: Int) -> RigPose {
    let frame = sources?[frame] ?? 0
    let joints = person.joints(frame)
    guard let body = TrunkFrames(joints) else {
      return RigPose(places: rig.places, turns: PerJoint(repeating: .identity))
    }
    return RigPose(joints, body, twists: twists.map { $0.directions[frame] })
  }
}

/// The positions and rotations of a rig's joints at one time, in the clip's frame.
struct RigPose {
  /// Metres.
  let places: PerJoint<Vector3>
  /// From the rest pose.
  let turns: PerJoint<Rotation>

  init(places: PerJoint<Vector3>, turns: PerJoint<Rotation>) {
    (self.places, self.turns) = (places, turns)
  }

  /// The pose of joints.
  ///
  /// - Parameters:
  ///   - body: the turns of their trunk.
  ///   - twists: the turn of each limb about itself, in the order of `Limb.allCases`.
  init(_ joints: PerJoint<Vector3>, _ body: TrunkFrames, twists: [SIMD2<Double>]) {
    var turns = PerJoint(repeating: body.pelvis)
    for joint in [Joint.spine, .centerShoulder] { turns[joint] = body.thorax }
    for joint in [Joint.centerHead, .topHead] { turns[joint] = body.head }
    for (limb, twist) in zip(Limb.allCases, twists) {
      let turn = limb.turns(joints, body, twist: twist)
      turns[limb.proximal] = turn.upper
      turns[limb.middle] = turn.lower
      turns[limb.distal] = turn.lower
    }
    self.init(places: joints, turns: turns)
  }

  /// A joint's turn in its parent's axes; the root's in the clip's.
  func localTurn(_ joint: Joint) -> Rotation {
    joint.parent.map { turns[$0].inverse * turns[joint] } ?? turns[joint]
  }

  /// A joint's place from its parent's in the parent's axes, in metres; the root's in the clip's.
  func localPlace(_ joint: Joint) -> Vector3 {
    joint.parent.map { turns[$0].inverse * (places[joint] - places[$0]) } ?? places[joint]
  }
}

/// The turns of one joint over time as quaternions. q and −q are the same turn; of the two the one nearer
/// to the frame's before is taken, so that a program that goes from one to the next takes the short way.
struct QuaternionTrack {
  private var last = SIMD4<Double>(0, 0, 0, 1)

  /// x, y, z and w of the next frame's turn.
  mutating func next(_ turn: Rotation) -> SIMD4<Double> {
    let q = turn.quaternion
    var value = SIMD4(q.vector.x, q.vector.y, q.vector.z, q.w)
    if (value * last).sum() < 0 { value = -value }
    last = value
    return value
  }
}

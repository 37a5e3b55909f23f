internal import Kinematics
internal import Pose3D
internal import PoseExport
internal import PoseGeometry

/// The most prominent person as an avatar's bones, in messages of the Virtual Motion Capture Protocol
/// (protocol.vmc.info, "Marionette": `/VMC/Ext/OK`, `/T`, `/Root/Pos`, `/Bone/Pos`).
///
/// Bones have the names of Unity's `HumanBodyBones`. Positions and turns are a bone's own in its
/// parent's, and a turn of 0 is the T-pose. Unity's axes are left-handed, x to the right, y up, z
/// forward: x is mirrored here. The root stands at the origin; the hips move. The followed person
/// stays the same until they are gone for two seconds.
struct VMCFormat: DatagramFormat {
  private var followed: (id: Int, rig: FollowingRig, lastSeen: Double)?

  /// Seconds.
  private static let patience = 2.0

  mutating func datagrams(of frame: SentFrame) -> [[UInt8]] {
    var messages: [OSCMessage] = []
    if let person = person(of: frame), var known = followed {
      known.lastSeen = frame.time
      if let pose = known.rig.pose(of: person.body, at: frame.time, in: frame.world) {
        messages = Self.messages(of: pose)
      }
      followed = known
    }
    messages.append(OSCMessage("/VMC/Ext/OK", [.integer(messages.isEmpty ? 0 : 1)]))
    messages.append(OSCMessage("/VMC/Ext/T", [.number(frame.time)]))
    return OSCMessage.bundles(of: messages)
  }

  private mutating func person(of frame: SentFrame) -> SentFrame.Person? {
    if let followed {
      if let same = frame.people.first(where: { $0.id == followed.id }),
        frame.time > followed.lastSeen
      {
        return same
      }
      if (0..<Self.patience).contains(frame.time - followed.lastSeen) { return nil }
    }
    followed = nil
    guard let first = frame.people.first else { return nil }
    followed = (first.id, FollowingRig(), frame.time)
    return first
  }

  private static func messages(of pose: FollowingRig.Pose) -> [OSCMessage] {
    [OSCMessage("/VMC/Ext/Root/Pos", [.text("root")] + values(.zero, .identity))]
      + AvatarBone.all(of: pose).map { bone in
        OSCMessage("/VMC/Ext/Bone/Pos", [.text(bone.name)] + values(bone.place, bone.turn))
      }
  }

  /// Place and turn in Unity's axes: with x mirrored a turn's axis, too, is mirrored, and its sense.
  private static func values(_ place: Vector3, _ turn: Rotation) -> [OSCMessage.Value] {
    let q = turn.quaternion
    return [-place.x, place.y, place.z, q.vector.x, -q.vector.y, -q.vector.z, q.w]
      .map(OSCMessage.Value.number)
  }
}

/// A bone of an avatar as Unity names it (`HumanBodyBones`), in right-handed axes.
struct AvatarBone {
  let name: String
  /// From its parent in the T-pose, in metres; the hips' from the floor.
  let place: Vector3
  /// From the T-pose, in its parent's axes.
  let turn: Rotation

  /// The bones of a pose, each after its parent. What lies between pelvis and thorax is shared by spine and
  /// chest, what lies between thorax and head by neck and head. Hands and feet go with forearm and shank: 17
  /// joints show neither.
  static func all(of pose: FollowingRig.Pose) -> [AvatarBone] {
    let (turns, offsets) = (pose.turns, pose.offsets)
    let (pelvis, thorax) = (turns[.root], turns[.centerShoulder])
    let trunk = half(pelvis.inverse * thorax)
    let neck = half(thorax.inverse * turns[.centerHead])
    let girdle = offsets[.centerShoulder]
    func limb(_ side: String, _ parts: [(String, Joint)], at place: Vector3, in parent: Rotation)
      -> [AvatarBone]
    {
      parts.enumerated().map { number, part in
        let before = number > 0 ? turns[parts[number - 1].1] : parent
        return AvatarBone(
          name: side + part.0, place: number > 0 ? offsets[part.1] : place + offsets[part.1],
          turn: before.inverse * turns[part.1])
      }
    }
    return [
      AvatarBone(name: "Hips", place: pose.places[.root], turn: pelvis),
      AvatarBone(name: "Spine", place: offsets[.spine] * 0.5, turn: trunk),
      AvatarBone(name: "Chest", place: offsets[.spine] * 0.5, turn: trunk),
      AvatarBone(name: "Neck", place: girdle, turn: neck),
      AvatarBone(name: "Head", place: offsets[.centerHead], turn: neck),
    ]
      + limb(
        "Left", [("UpperArm", .leftShoulder), ("LowerArm", .leftElbow), ("Hand", .leftWrist)],
        at: girdle, in: thorax)
      + limb(
        "Right", [("UpperArm", .rightShoulder), ("LowerArm", .rightElbow), ("Hand", .rightWrist)],
        at: girdle, in: thorax)
      + limb(
        "Left", [("UpperLeg", .leftHip), ("LowerLeg", .leftKnee), ("Foot", .leftAnkle)],
        at: .zero, in: pelvis)
      + limb(
        "Right", [("UpperLeg", .rightHip), ("LowerLeg", .rightKnee), ("Foot", .rightAnkle)],
        at: .zero, in: pelvis)
  }

  /// Done twice, a turn.
  private static func half(_ turn: Rotation) -> Rotation {
    Rotation(rotationVector: turn.rotationVector * 0.5)
  }
}

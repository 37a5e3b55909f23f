internal import PoseGeometry
internal import Kinematics
internal import PoseExport

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

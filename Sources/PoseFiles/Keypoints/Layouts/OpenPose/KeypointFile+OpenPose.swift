internal import PoseDocuments
internal import Pose3D

/// OpenPose's output, version 1.3 (`doc/02_output.md`).
extension KeypointFile {
  /// The people of a picture with the points of BODY_25, and their hands where those are known to
  /// be theirs.
  static func openPoseValue(of picture: PicturePoses) -> JSONValue {
    let nothing = JSONValue.array([])
    return .object([
      ("version", .number(1.3)),
      (
        "people",
        .array(
          picture.people.map { person in
            .object([
              ("person_id", .array([.integer(person.id ?? -1)])),
              ("pose_keypoints_2d", triples(person.points(in: .body25))),
              ("face_keypoints_2d", nothing),
              ("hand_left_keypoints_2d", hand(.left, of: person, in: picture)),
              ("hand_right_keypoints_2d", hand(.right, of: person, in: picture)),
              ("pose_keypoints_3d", nothing), ("face_keypoints_3d", nothing),
              ("hand_left_keypoints_3d", nothing), ("hand_right_keypoints_3d", nothing),
            ])
          })
      ),
    ])
  }

  /// OpenPose's hands have the 21 points in MediaPipe's order.
  private static func hand(
    _ side: Chirality, of person: Pose2D, in picture: PicturePoses
  ) -> JSONValue {
    let hands = picture.hands ?? []
    guard let id = person.id,
      let hand = hands.first(where: { $0.bodyID == id && $0.chirality == side })
    else { return .array([]) }
    return triples(HandJoint.allCases.map { hand.points[$0] })
  }
}

internal import Pose3D
internal import PoseDocuments

extension KeypointReader {
  /// The people of an OpenPose file (`doc/02_output.md`), of AlphaPose's "open" and "cmu" files,
  /// and of programs that write other layouts in OpenPose's shape; x = y = c = 0 is a missing
  /// point. Faces and hands are not read.
  func openPosePeople(_ people: KeypointEntry.Nodes) throws -> [Pose2D] {
    let poses = try people.map { person in
      guard let numbers = person["pose_keypoints_2d"] ?? person["joints"] else {
        throw error(
          .unknownFormat,
          "\(person.place) has neither \"pose_keypoints_2d\" (OpenPose) nor \"points\" "
            + "(\(KeypointFile.schema))")
      }
      let points = try points(
        numbers,
        layouts: [.body25, .openposeCoco, .coco, .halpe26, .mediapipe, .coco133, .halpe136],
        confidence: listedConfidence)
      let isBody25 = numbers.elements?.count == 3 * KeypointLayout.body25.points.count
      if layout == nil && isBody25 { try checkHips(points, of: numbers) }
      return pose(points, id: person["person_id"]?.elements?.first.flatMap(Self.identity))
    }
    try checkPixels(poses)
    return poses
  }

  /// BODY_25 and BODY_25B both have 25 points. In BODY_25 one of them is the middle of the hips; a
  /// file in which it is far from there is in the other order, and would come out as nonsense.
  private func checkHips(_ points: [Keypoint: Pose2D.Point], of node: DocumentNode) throws {
    guard let root = points[.root], let left = points[.leftHip], let right = points[.rightHip],
      let neck = points[.neck]
    else { return }
    func distance(_ x: Double, _ y: Double) -> Double {
      let (dx, dy) = (root.x - x, root.y - y)
      return (dx * dx + dy * dy).squareRoot()
    }
    let offset = distance((left.x + right.x) / 2, (left.y + right.y) / 2)
    guard offset > 0.5 * distance(neck.x, neck.y) else { return }
    throw error(
      .unknownFormat,
      "\(node.place) read as BODY_25 has the middle of the hips far from the hips: it seems to be "
        + "BODY_25B", remedy: .nameKeypointLayout(likely: "body25b", otherwise: "body25"))
  }
}

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

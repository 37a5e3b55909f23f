internal import PoseDocuments
internal import Pose3D

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

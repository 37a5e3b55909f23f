internal import PoseDocuments
internal import Pose3D

extension KeypointReader {
  /// The people of COCO results, or of annotations of a data set.
  func cocoPeople(of entries: [DocumentNode], isDataSet: Bool) throws -> [Pose2D] {
    let poses = try entries.compactMap { entry -> Pose2D? in
      // Data sets mix in objects without keypoints.
      guard let numbers = entry["keypoints"] else {
        guard isDataSet else { throw error(.invalidValue, "\(entry.place) has no \"keypoints\"") }
        return nil
      }
      let hasFlags = isDataSet || entry["num_keypoints"] != nil || entry["iscrowd"] != nil
      let points = try points(numbers, layouts: [.coco, .halpe26, .coco133, .halpe136]) { node in
        hasFlags ? try visibility(node) : try listedConfidence(node)
      }
      guard !points.isEmpty else { return nil }
      return pose(
        points, confidence: try entry["score"].map(confidence) ?? 1,
        id: (entry["track_id"] ?? entry["idx"]).flatMap(Self.identity))
    }
    try checkPixels(poses)
    return poses
  }

  /// COCO's flag: 0 not labelled, 1 labelled but hidden, 2 visible.
  private func visibility(_ node: DocumentNode) throws -> Double? {
    switch try node.number() {
    case 0: nil
    case 1: 0.5
    case 2: 1
    default: throw node.mismatch(expected: "a visibility of 0, 1 or 2")
    }
  }
}

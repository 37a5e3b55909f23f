internal import DepthIO

extension KeypointReader {
  /// The people of a COCO file: a list of results, one object, or a data set with "annotations".
  func cocoPeople(in document: JSONNode) throws -> [Pose2D] {
    let entries: [JSONNode]
    if let annotations = document["annotations"] {
      entries = try annotations.list(of: "annotations")
    } else {
      entries = document.elements ?? [document]
    }
    try checkOnePicture(entries, images: document["images"]?.elements ?? [])
    let isDataSet = document["annotations"] != nil
    let poses = try entries.compactMap { entry -> Pose2D? in
      // Data sets mix in objects without keypoints.
      guard let numbers = entry["keypoints"] else {
        guard isDataSet else { throw error(.invalidValue, "\(entry.place) has no \"keypoints\"") }
        return nil
      }
      let hasFlags = isDataSet || entry["num_keypoints"] != nil || entry["iscrowd"] != nil
      let points = try points(numbers, layouts: [.coco, .halpe26, .coco133]) { node in
        let sure = hasFlags ? try visibility(node) : try confidence(node)
        return sure > 0 ? sure : nil
      }
      guard !points.isEmpty else { return nil }
      return pose(
        points, confidence: try entry["score"].map(confidence) ?? 1,
        id: identity(entry["track_id"] ?? entry["idx"]))
    }
    try checkPixels(poses)
    return poses
  }

  /// COCO's flag: 0 not labelled, 1 labelled but hidden, 2 visible.
  private func visibility(_ node: JSONNode) throws -> Double {
    switch try node.number() {
    case 0: 0
    case 1: 0.5
    case 2: 1
    default: throw node.mismatch(expected: "a visibility of 0, 1 or 2")
    }
  }

  private func checkOnePicture(_ entries: [JSONNode], images: [JSONNode]) throws {
    var ids: [String] = []
    for entry in entries {
      guard let id = entry["image_id"].map(Self.text), !ids.contains(id) else { continue }
      ids.append(id)
      guard ids.count <= 3 else { break }
    }
    guard ids.count <= 1 else {
      let names = ids.prefix(3).joined(separator: ", ") + (ids.count > 3 ? ", …" : "")
      throw error(
        .severalPictures,
        "people of several pictures (image_id \(names)); keep those of one picture")
    }
    let image = images.first { $0["id"].map(Self.text) == ids.first } ?? images.first
    guard images.count == 1 || !ids.isEmpty, let width = image?["width"],
      let height = image?["height"]
    else { return }
    let size = (width: try width.positiveInteger(), height: try height.positiveInteger())
    guard size == (imageWidth, imageHeight) else {
      throw error(
        .anotherPicture,
        "keypoints for another picture size: they are for \(size.width)×\(size.height), the "
          + "picture is \(imageWidth)×\(imageHeight)")
    }
  }

  /// An identity that may be a number or a file's name.
  private static func text(_ node: JSONNode) -> String {
    if let string = node.string { return string }
    guard let number = try? node.number() else { return "?" }
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

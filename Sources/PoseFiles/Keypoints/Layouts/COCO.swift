internal import Pose3D
internal import PoseDocuments

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

/// COCO's results format for keypoints (cocodataset.org, "Results format"), and AlphaPose's of the
/// same shape.
extension KeypointFile {
  /// A list of all people, each with the name or number of its picture.
  static func results(
    of pictures: [PicturePoses], layout: KeypointLayout, names: ([PicturePoses]) -> [JSONValue]
  ) -> JSONValue {
    .array(
      zip(pictures, names(pictures)).flatMap { picture, name in
        picture.people.map { person in
          var members: [(String, JSONValue)] = [
            ("image_id", name), ("category_id", .integer(1)),
            ("keypoints", triples(person.points(in: layout))),
            ("score", .number(person.confidence)),
          ]
          if let id = person.id {
            members.append((layout == .coco ? "track_id" : "idx", .integer(id)))
          }
          return .object(members)
        }
      })
  }

  /// x, y, confidence of every point; 0, 0, 0 for one that is missing.
  static func triples(_ points: [Pose2D.Point?]) -> JSONValue {
    .numbers(
      points.flatMap { point in
        guard let point, point.isWritable else { return [0.0, 0, 0] }
        return [point.x, point.y, point.confidence]
      })
  }

  /// The names of images in `image_id`.
  enum ImageNames {
    /// The file's name without its folder; with it where pictures could not be told apart.
    static func files(of pictures: [PicturePoses]) -> [JSONValue] {
      let names = pictures.map { $0.file.split(separator: "/").last.map(String.init) ?? $0.file }
      let isUnique = Set(names).count == names.count
      return zip(pictures, names).map { .string(isUnique ? $1 : $0.file) }
    }

    /// COCO's own pictures are called by their numbers (`000000000139.jpg` is 139), others by the
    /// file's name.
    static func cocoIDs(of pictures: [PicturePoses]) -> [JSONValue] {
      let numbers = pictures.map { PictureName($0.file).wholeNumber }
      let known = numbers.compactMap { $0 }
      let isUnique = Set(known).count == known.count
      return zip(numbers, files(of: pictures)).map { number, name in
        number.flatMap { isUnique ? .integer($0) : nil } ?? name
      }
    }
  }
}

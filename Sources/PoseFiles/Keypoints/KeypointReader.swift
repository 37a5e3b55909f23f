internal import PoseDocuments
internal import Pose3D

/// Reads the people of one picture; the layouts are in extensions, a file each. Throws
/// `FileError` and `DocumentNode.Problem`.
struct KeypointReader {
  let path: String
  /// The picture's size; without it, points in pixels are not checked against it.
  let size: (width: Int, height: Int)?
  /// The layout that the caller asked for.
  let layout: KeypointLayout?

  /// The size for poses: that of the picture, else a pixel for the time being.
  var imageWidth: Int { size?.width ?? 1 }
  var imageHeight: Int { size?.height ?? 1 }

  /// The people and, where the file has any, the hands.
  func poses(
    of content: KeypointEntry.Content
  ) throws -> (people: [Pose2D], hands: [HandPose]?) {
    switch content {
    case .named(let picture): (try namedPeople(in: picture), try namedHands(in: picture))
    case .vision(let list, let picture):
      (try list.map(visionPerson), try visionHands(in: picture))
    case .openPose(let people): (try openPosePeople(people), nil)
    case .coco(let entries, let isDataSet, let named):
      (
        try KeypointReader(path: path, size: size, layout: layout ?? named)
          .cocoPeople(of: entries, isDataSet: isDataSet), nil
      )
    case .mediaPipe(let result): (try mediaPipePeople(in: result), nil)
    }
  }

  func error(
    _ code: FileError.Code, _ problem: String, remedy: RecoverySuggestion? = nil
  ) -> FileError {
    FileError(code, path: path, problem, remedy: remedy)
  }

  func pose(
    _ points: [Keypoint: Pose2D.Point], confidence: Double = 1, id: Int? = nil
  ) -> Pose2D {
    Pose2D(
      points: points, imageWidth: imageWidth, imageHeight: imageHeight, confidence: confidence,
      id: id)
  }

  /// A confidence: at least 0, and 1 where a detector writes more.
  func confidence(_ node: DocumentNode) throws -> Double {
    let value = try node.number()
    guard value >= 0 else { throw node.mismatch(expected: "a confidence from 0 to 1") }
    return min(value, 1)
  }

  /// A confidence in a list of numbers; `nil` for 0, which marks a missing point, and for the
  /// negative scores that RTMPose gives those.
  func listedConfidence(_ node: DocumentNode) throws -> Double? {
    let value = try node.number()
    return value > 0 ? min(value, 1) : nil
  }

  /// An identity; `nil` when there is none or it isn't a whole number of at least 0, which is how
  /// programs write "not tracked".
  static func identity(_ node: DocumentNode) -> Int? {
    guard let number = try? node.number(), let id = Int(exactly: number), id >= 0 else {
      return nil
    }
    return id
  }
}

// MARK: - Lists of x, y, confidence

extension KeypointReader {
  /// The points in a flat list of x, y and a third number, the point's confidence; `nil`
  /// from `confidence` leaves the point out, and so does null or NaN in one of the three.
  func points(
    _ node: DocumentNode, layouts: [KeypointLayout], confidence: (DocumentNode) throws -> Double?
  ) throws -> [Keypoint: Pose2D.Point] {
    let numbers = try node.list(of: "numbers")
    let candidates = layout.map { [$0] } ?? layouts
    let twins = [KeypointLayout.crowdpose, .aic]
    if layout == nil, 3 * twins[0].points.count == numbers.count {
      throw error(
        .unknownFormat,
        "\(node.place) has the 14 points of CrowdPose or of AI Challenger, in one order or the other",
        remedy: .chooseKeypointLayout(twins.map(\.rawValue)))
    }
    guard let match = candidates.first(where: { 3 * $0.points.count == numbers.count }) else {
      let expected = candidates.map { "\(3 * $0.points.count) (\($0.rawValue))" }
      throw error(
        .unknownFormat,
        "\(node.place) has \(numbers.count) numbers where x, y and confidence of every point were "
          + "expected: \(expected.joined(separator: ", "))")
    }
    var points: [Keypoint: Pose2D.Point] = [:]
    for (index, keypoint) in match.points.enumerated() {
      let triple = numbers[(3 * index)..<(3 * index + 3)]
      guard !triple.contains(where: \.isMissing) else { continue }
      let (x, y) = (try numbers[3 * index].number(), try numbers[3 * index + 1].number())
      guard let keypoint, let sure = try confidence(numbers[3 * index + 2]) else { continue }
      points[keypoint] = Pose2D.Point(x: x, y: y, confidence: sure)
    }
    return points
  }

  /// Throws when points in pixels can't belong to the picture: one is outside it by more than half
  /// its size, or all are in its first pixel, as fractions of the size would be.
  func checkPixels(_ people: [Pose2D]) throws {
    let points = people.flatMap(\.points.values)
    if let size {
      let (width, height) = (Double(size.width), Double(size.height))
      let outside = points.filter {
        $0.x < -width / 2 || $0.x > width * 1.5 || $0.y < -height / 2 || $0.y > height * 1.5
      }
      if let point = outside.max(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
        throw error(
          .anotherPicture,
          "keypoints for another image size: one is at (\(point.x), \(point.y)), the image is "
            + "\(size.width)×\(size.height)")
      }
    }
    let spread = points.map { max(abs($0.x), abs($0.y)) }.max() ?? .infinity
    guard points.count < 3 || spread > 1 || size.map({ max($0.width, $0.height) <= 2 }) == true
    else {
      throw error(
        .invalidValue,
        "all points are in the image's first pixel: they seem to be fractions of its size; write "
          + "them in pixels (OpenPose: --keypoint_scale 0)")
    }
  }
}

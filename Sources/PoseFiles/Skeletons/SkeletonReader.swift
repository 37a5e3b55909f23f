internal import PoseDocuments
internal import PoseGeometry
internal import Pose3D

/// Reads one file; the layouts are in extensions, a file each. Throws `FileError` and
/// `DocumentNode.Problem`.
struct SkeletonReader {
  let path: String
  let options: SkeletonFile.Options

  /// The points in a file's bytes.
  func draft(of bytes: [UInt8]) throws -> SkeletonDraft {
    let isJSON = Self.firstCharacter(of: bytes).map { $0 == "{" || $0 == "[" } ?? false
    if options.layout == .trc || options.layout == nil && !isJSON && Self.isTRC(bytes) {
      return try trcDraft(of: bytes)
    }
    if options.layout == .csv || options.layout == nil && !isJSON && Self.isCSV(bytes) {
      return try csvDraft(of: bytes)
    }
    guard isJSON || options.layout != nil else {
      throw notSkeletons(bytes)
    }
    let document: DocumentNode
    do throws(DocumentNode.Problem) {
      document = try DocumentNode(parsing: bytes)
    } catch {
      if let draft = try lineDraft(of: bytes) { return draft }
      throw self.error(.unknownFormat, error.message)
    }
    switch try options.layout ?? layout(of: document) {
    case .pose3d: return try pose3dDraft(of: document)
    case .k4abt: return try kinectDraft(of: document, family: .k4abt)
    case .kinect2: return try kinectDraft(of: document, family: .kinect2)
    case .mediapipe: return try mediaPipeDraft(of: document)
    case .h36m: return try h36mDraft(of: document)
    case .named: return try namedDraft(of: document)
    case .trc, .csv: preconditionFailure("TRC and CSV are no JSON")
    }
  }

  /// The layout of a JSON document, from its shape.
  private func layout(of document: DocumentNode) throws -> SkeletonLayout {
    if document["schema"]?.string?.hasPrefix("pose3d.") == true { return .pose3d }
    let sample = document["frames"]?.elements?.first { $0.isList || $0.isObject && !$0.isEmpty }
    let frame = sample ?? document
    if let family = KinectFamily(of: document, frame: frame) { return family.layout }
    if Self.isMediaPipe(document) || Self.isMediaPipe(frame) { return .mediapipe }
    if Self.isNamed(frame) { return .named }
    if Self.isH36M(document) || Self.isH36M(frame) { return .h36m }
    if document.isList && document.isEmpty {
      throw error(.nobody, "the document is an empty list, a skeleton was expected")
    }
    if let frames = document["frames"], frames.isList, frames.isEmpty {
      throw error(.nobody, "frames is an empty list, skeletons were expected")
    }
    throw error(
      .unknownFormat,
      "JSON, but of none of the layouts that are read: \(SkeletonDocument.schema), Kinect body "
        + "tracking, MediaPipe world landmarks, 17 points in Human3.6M's order, points by the "
        + "joints' names")
  }

  private func notSkeletons(_ bytes: [UInt8]) -> FileError {
    guard let format = FileFormat(bytes) else {
      return error(
        .unknownFormat,
        "neither JSON, which begins with { or [, nor TRC, which begins with PathFileType, nor a table "
          + "of joints as pose3d export writes it")
    }
    return error(
      .unknownFormat,
      "this is \(format.words) where 3D joints were expected, as JSON, TRC or CSV",
      remedy: format == .video ? .measureVideo : format.isPicture ? .measurePicture : nil)
  }

  private static func firstCharacter(of bytes: [UInt8]) -> Character? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.first { !" \t\r\n".utf8.contains($0) }.map { Character(Unicode.Scalar($0)) }
  }

  func error(
    _ code: FileError.Code, _ problem: String, remedy: RecoverySuggestion? = nil
  ) -> FileError {
    FileError(code, path: path, problem, remedy: remedy)
  }
}

// MARK: - What the JSON layouts share

extension SkeletonReader {
  /// A point from its list of three numbers, or from an object with x, y and z. `nil`, with the
  /// reason in `gap`, when the point or one of its numbers is null or not finite.
  func point(_ node: DocumentNode, gap: inout String?) throws -> Vector3? {
    if node.isMissing {
      gap = node.mismatch(expected: "x, y and z").message
      return nil
    }
    let coordinates: [DocumentNode]
    if node.isObject {
      let names = node.has("X") ? ["X", "Y", "Z"] : ["x", "y", "z"]
      if let absent = names.first(where: { !node.has($0) }) {
        throw error(.invalidValue, "\(node.place) has no \"\(absent)\"")
      }
      let found = names.compactMap { node[$0] }
      guard found.count == 3 else {
        gap = "a coordinate of \(node.place) is null"
        return nil
      }
      coordinates = found
    } else {
      let list = try node.list(of: "x, y and z")
      guard list.count == 3 else { throw node.mismatch(expected: "x, y and z") }
      coordinates = Array(list)
    }
    var values: [Double] = []
    for coordinate in coordinates {
      if coordinate.isMissing {
        gap = coordinate.mismatch(expected: "a number").message
        return nil
      }
      values.append(try BodyCodec.document.coordinate(coordinate))
    }
    return Vector3(values[0], values[1], values[2])
  }

  /// Puts a point into a person, or the reason why it is missing.
  func set(_ keypoint: Keypoint, from node: DocumentNode, in person: inout SkeletonDraft.Person)
    throws
  {
    var gap: String?
    person.points[keypoint] = try point(node, gap: &gap)
    person.gaps[keypoint] = gap
  }

  /// The frames of a document: its "frames", or the whole document as the only one.
  func frames(
    of document: DocumentNode, people: (DocumentNode) throws -> [SkeletonDraft.Person]
  ) throws -> [SkeletonDraft.Frame] {
    guard let list = document["frames"] else {
      return [SkeletonDraft.Frame(index: 0, people: try people(document))]
    }
    return try frames(in: try list.list(of: "frames"), people: people)
  }

  /// The frames of a list, with their numbers and times where they have them. `null` is a frame without people.
  func frames(
    in list: DocumentNode.List, people: (DocumentNode) throws -> [SkeletonDraft.Person]
  ) throws -> [SkeletonDraft.Frame] {
    try list.enumerated().map { position, frame in
      SkeletonDraft.Frame(
        index: try index(of: frame) ?? position, time: try time(of: frame),
        people: frame.isMissing ? [] : try people(frame))
    }
  }

  /// The number of a frame; `nil` when it has none.
  private func index(of frame: DocumentNode) throws -> Int? {
    let names = ["index", "frame_id", "frame", "frame_index", "frameIndex"]
    return try names.lazy.compactMap { frame[$0] }.first.map(BodyCodec.document.frameNumber)
  }

  /// The time of a frame in seconds; `nil` when it has none.
  private func time(of frame: DocumentNode) throws -> Double? {
    let units = [
      ("time", 1), ("timestamp_usec", 1e6), ("timestamp_ms", 1e3), ("timestampMs", 1e3),
    ]
    for (name, perSecond) in units {
      if let node = frame[name] { return try node.number() / perSecond }
    }
    return nil
  }

  /// The unit that a document states under "unit" or "units"; `nil` when it states none.
  func statedUnit(of document: DocumentNode) throws -> LengthUnit? {
    guard let node = document["units"] ?? document["unit"] else { return nil }
    guard let unit = node.string.flatMap(LengthUnit.init(written:)) else {
      throw node.mismatch(expected: "m, cm or mm")
    }
    return unit
  }
}

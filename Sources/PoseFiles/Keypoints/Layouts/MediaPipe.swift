internal import Pose3D
internal import PoseDocuments
internal import PoseGeometry

extension KeypointReader {
  /// The names under which MediaPipe's solutions write the landmarks in the picture.
  static let landmarkKeys = ["landmarks", "pose_landmarks", "poseLandmarks"]
  private static let worldKeys = ["worldLandmarks", "pose_world_landmarks", "poseWorldLandmarks"]

  /// The people of a MediaPipe result: the pose landmarker task's lists of people, the older
  /// solution's `{ "landmark": [ … ] }`, or a bare list of 33 landmarks.
  func mediaPipePeople(in document: DocumentNode) throws -> [Pose2D] {
    guard layout == nil || layout == .mediapipe else {
      throw error(
        .unknownFormat,
        "MediaPipe landmarks, but the layout \(layout?.rawValue ?? "") was asked for")
    }
    // null is the older solution's value for no person.
    guard let node = result(Self.landmarkKeys, in: document) else { return [] }
    let people = try landmarkLists(node)
    let world = try result(Self.worldKeys, in: document).map(landmarkLists) ?? []
    guard world.isEmpty || world.count == people.count else {
      throw error(
        .invalidValue,
        "landmarks of \(people.count) people, but world landmarks of \(world.count)")
    }
    return try people.indices.filter { !people[$0].isEmpty }.map { index in
      var pose = pose(try imagePoints(people[index]))
      pose.convention = .blazePose
      if index < world.count { pose.worldLandmarks = try worldPoints(world[index]) }
      return pose
    }
  }

  /// The value under one of the names; a list is a bare list of image landmarks.
  private func result(_ keys: [String], in document: DocumentNode) -> DocumentNode? {
    if document.isList { return keys == Self.landmarkKeys ? document : nil }
    return keys.lazy.compactMap { document[$0] }.first
  }

  /// The landmarks of every person in a node, however deep; an empty list is a person without any.
  private func landmarkLists(_ node: DocumentNode) throws -> [[DocumentNode]] {
    if let inner = node["landmark"] ?? node["landmarks"] { return try landmarkLists(inner) }
    let elements = try node.list(of: "landmarks")
    guard let first = elements.first else { return [] }
    guard first.has("x") else {
      return try elements.flatMap { element in
        element.isList && element.isEmpty ? [[]] : try landmarkLists(element)
      }
    }
    let expected = KeypointLayout.mediapipe.points.count
    guard elements.count == expected else {
      throw error(
        .unknownFormat,
        "\(node.place) has \(elements.count) landmarks where MediaPipe's pose has \(expected)")
    }
    return [Array(elements)]
  }

  /// Whether a landmark is missing by the mark of our own files, for which MediaPipe has no word:
  /// it is at the origin, neither visible nor present.
  private func isMissing(_ landmark: DocumentNode) -> Bool {
    ["x", "y", "visibility", "presence"].allSatisfy { (try? landmark[$0]?.number()) == 0 }
  }

  /// MediaPipe divides pixels by the picture's size without a half pixel's shift, in both
  /// directions.
  private func imagePoints(_ landmarks: [DocumentNode]) throws -> [Keypoint: Pose2D.Point] {
    var points: [Keypoint: Pose2D.Point] = [:]
    for (landmark, keypoint) in zip(landmarks, KeypointLayout.mediapipe.points) {
      guard let keypoint, !isMissing(landmark) else { continue }
      let presence = try landmark["presence"].map(confidence)
      points[keypoint] = Pose2D.Point(
        x: try fraction("x", of: landmark) * Double(imageWidth),
        y: try fraction("y", of: landmark) * Double(imageHeight),
        confidence: try landmark["visibility"].map(confidence) ?? presence ?? 1,
        presence: presence)
    }
    return points
  }

  /// Legs below the picture's edge are extrapolated, so a fraction may well be 2; no model puts a
  /// body five pictures away, but pixels given by mistake are there.
  private func fraction(_ name: String, of landmark: DocumentNode) throws -> Double {
    let (node, value) = try coordinate(name, of: landmark)
    guard abs(value) <= 5 else {
      throw node.mismatch(expected: "a fraction of the image's size, as MediaPipe writes it,")
    }
    return value
  }

  private func worldPoints(_ landmarks: [DocumentNode]) throws -> [Keypoint: Vector3] {
    var points: [Keypoint: Vector3] = [:]
    for (landmark, keypoint) in zip(landmarks, KeypointLayout.mediapipe.points) {
      guard let keypoint, !isMissing(landmark) else { continue }
      points[keypoint] = Vector3(
        try coordinate("x", of: landmark).value, try coordinate("y", of: landmark).value,
        try coordinate("z", of: landmark).value)
    }
    return points
  }

  private func coordinate(
    _ name: String, of landmark: DocumentNode
  ) throws -> (node: DocumentNode, value: Double) {
    guard let node = landmark[name] else {
      throw error(.invalidValue, "\(landmark.place) has no \"\(name)\"")
    }
    return (node, try node.number())
  }
}

/// The result of MediaPipe's pose landmarker task as JSON, with the names of its web version.
extension KeypointFile {
  /// One picture as a result, several as a list of them.
  static func mediaPipeValue(of pictures: [PicturePoses]) -> JSONValue {
    let results = pictures.map { picture in
      let hasWorld = picture.people.contains { !$0.worldLandmarks.isEmpty }
      return JSONValue.object(
        header(of: picture) + [
          ("landmarks", .array(picture.people.map(landmarks(of:)))),
          ("worldLandmarks", .array(hasWorld ? picture.people.map(worldLandmarks(of:)) : [])),
        ])
    }
    return results.count == 1 ? results[0] : .array(results)
  }

  /// MediaPipe divides pixels by the picture's size without a half pixel's shift. Its z, which a
  /// `Pose2D` doesn't keep, is left out.
  private static func landmarks(of person: Pose2D) -> JSONValue {
    .array(
      person.points(in: .mediapipe).map { point in
        guard let point, point.isWritable else { return missing }
        var members: [(String, JSONValue)] = [
          ("x", .number(point.x / Double(person.imageWidth))),
          ("y", .number(point.y / Double(person.imageHeight))),
          ("visibility", .number(point.confidence)),
        ]
        if let presence = point.presence { members.append(("presence", .number(presence))) }
        return .object(members)
      })
  }

  /// The world landmarks; an empty list for a person without any.
  private static func worldLandmarks(of person: Pose2D) -> JSONValue {
    guard !person.worldLandmarks.isEmpty else { return .array([]) }
    return .array(
      KeypointLayout.mediapipe.points.map { keypoint in
        guard let keypoint, let place = person.worldLandmarks[keypoint],
          [place.x, place.y, place.z].allSatisfy(\.isFinite)
        else { return missingInWorld }
        var members: [(String, JSONValue)] = [
          ("x", .number(place.x)), ("y", .number(place.y)), ("z", .number(place.z)),
        ]
        if let point = person.points[keypoint] {
          members.append(("visibility", .number(point.confidence)))
          if let presence = point.presence { members.append(("presence", .number(presence))) }
        }
        return .object(members)
      })
  }

  /// MediaPipe finds all landmarks or none and has no mark for one that is missing.
  private static let missing = JSONValue.object([
    ("x", .integer(0)), ("y", .integer(0)), ("visibility", .integer(0)), ("presence", .integer(0)),
  ])

  private static let missingInWorld = JSONValue.object([
    ("x", .integer(0)), ("y", .integer(0)), ("z", .integer(0)), ("visibility", .integer(0)),
    ("presence", .integer(0)),
  ])
}

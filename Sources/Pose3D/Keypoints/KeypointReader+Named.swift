internal import DepthIO

extension KeypointReader {
  /// The people of `pose3d.keypoints/1`.
  func namedPeople(in document: JSONNode) throws -> [Pose2D] {
    if let schema = document["schema"], schema.string != KeypointFile.schema {
      throw schema.mismatch(expected: "\"\(KeypointFile.schema)\"")
    }
    guard let width = document["width"], let height = document["height"] else {
      throw error(
        .invalidValue,
        "points without the size of the picture they belong to: add \"width\" and \"height\"")
    }
    let size = (width: try width.positiveInteger(), height: try height.positiveInteger())
    guard size == (imageWidth, imageHeight) else {
      throw error(
        .anotherPicture,
        "keypoints for another picture size: they are for \(size.width)×\(size.height), the "
          + "picture is \(imageWidth)×\(imageHeight)")
    }
    guard let people = document["people"] else {
      throw error(.invalidValue, "there is no \"people\", the list of persons")
    }
    return try people.list(of: "people").map(namedPerson)
  }

  private func namedPerson(_ person: JSONNode) throws -> Pose2D {
    guard let named = person["points"], named.isObject else {
      throw error(
        .invalidValue,
        "\(person.place) has no \"points\": { \"leftShoulder\": [x, y, confidence], … }")
    }
    var points: [Keypoint: Pose2D.Point] = [:]
    for name in named.keys {
      guard let keypoint = Self.keypoint(named: name) else {
        let known = Keypoint.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(
          .invalidValue,
          "\(named.place) has \"\(name)\", which is no known point; known are \(known)")
      }
      // null is a point that isn't there.
      guard let value = named[name] else { continue }
      points[keypoint] = try point(value)
    }
    var pose = pose(
      points, confidence: try person["confidence"].map(confidence) ?? 1,
      id: identity(person["id"]))
    if let word = person["convention"] {
      guard let convention = word.string.flatMap(Pose2D.Convention.init) else {
        let known = Pose2D.Convention.allCases.map { "\"\($0.rawValue)\"" }
        throw word.mismatch(expected: known.joined(separator: " or "))
      }
      pose.convention = convention
    }
    return pose
  }

  private func point(_ node: JSONNode) throws -> Pose2D.Point {
    let values = try node.list(of: "x, y and confidence")
    guard (2...3).contains(values.count) else {
      throw node.mismatch(expected: "x, y and confidence")
    }
    return Pose2D.Point(
      x: try values[0].number(), y: try values[1].number(),
      confidence: values.count == 3 ? try confidence(values[2]) : 1)
  }

  /// The point of a name, also as COCO writes it (left_shoulder) or under another program's name.
  private static func keypoint(named name: String) -> Keypoint? {
    let words = name.split(separator: "_")
    let joined = words.dropFirst().reduce(String(words.first ?? "")) { text, word in
      text + word.prefix(1).uppercased() + word.dropFirst()
    }
    let aliases: [String: Keypoint] = [
      "leftFootIndex": .leftToe, "rightFootIndex": .rightToe, "leftBigToe": .leftToe,
      "rightBigToe": .rightToe, "midHip": .root,
    ]
    return Keypoint(rawValue: joined) ?? aliases[joined]
  }
}

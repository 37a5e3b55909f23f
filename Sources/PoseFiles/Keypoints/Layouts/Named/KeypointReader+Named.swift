internal import PoseDocuments
internal import PoseGeometry
internal import Pose3D

extension KeypointReader {
  /// The people of a picture of `pose3d.keypoints/1`.
  func namedPeople(in document: DocumentNode) throws -> [Pose2D] {
    guard size != nil else {
      throw error(
        .invalidValue,
        "points without the size of the picture they belong to: add \"width\" and \"height\"")
    }
    guard let people = document["people"] else {
      let place = document.path.isEmpty ? "there is" : "\(document.path) has"
      throw error(.invalidValue, "\(place) no \"people\", the list of persons")
    }
    return try people.list(of: "people").map(namedPerson)
  }

  private func namedPerson(_ person: DocumentNode) throws -> Pose2D {
    guard let named = person["points"], named.isObject else {
      throw error(
        .invalidValue,
        "\(person.place) has no \"points\": { \"leftShoulder\": [x, y, confidence], … }")
    }
    var points: [Keypoint: Pose2D.Point] = [:]
    for name in named.keys {
      guard let keypoint = Self.keypoint(named: name) else { throw unknown(name, in: named) }
      // null is a point that isn't there.
      guard let value = named[name] else { continue }
      points[keypoint] = try point(value)
    }
    var pose = pose(
      points, confidence: try person["confidence"].map(confidence) ?? 1,
      id: person["id"].flatMap(Self.identity))
    if let word = person["convention"] {
      guard let convention = word.string.flatMap(Pose2D.Convention.init) else {
        let known = Pose2D.Convention.allCases.map { "\"\($0.rawValue)\"" }
        throw word.mismatch(expected: known.joined(separator: " or "))
      }
      pose.convention = convention
    }
    if let sigmas = person["sigma"] { try read(sigmas, into: &pose) }
    if let world = person["worldLandmarks"] {
      for name in world.keys {
        guard let keypoint = Self.keypoint(named: name) else { throw unknown(name, in: world) }
        pose.worldLandmarks[keypoint] = try world[name].map(vector)
      }
    }
    return pose
  }

  /// Adds the sigmas to points that are there.
  private func read(_ sigmas: DocumentNode, into pose: inout Pose2D) throws {
    guard sigmas.isObject else {
      throw sigmas.mismatch(expected: "an object of pixels by the points' names")
    }
    for name in sigmas.keys {
      guard let keypoint = Self.keypoint(named: name) else { throw unknown(name, in: sigmas) }
      guard let value = sigmas[name] else { continue }
      let sigma = try value.number()
      guard sigma >= 0 else { throw value.mismatch(expected: "a number of pixels from 0 on") }
      guard pose.points[keypoint] != nil else {
        throw error(
          .invalidValue, "\(sigmas.place) has \"\(name)\", which is not among the person's points")
      }
      pose.points[keypoint]?.sigma = sigma
    }
  }

  private func unknown(_ name: String, in node: DocumentNode) -> FileError {
    let known = Keypoint.allCases.map(\.rawValue).joined(separator: ", ")
    return error(
      .invalidValue, "\(node.place) has \"\(name)\", which is no known point; known are \(known)")
  }

  /// x, y, and where they are given confidence and presence.
  func point(_ node: DocumentNode) throws -> Pose2D.Point {
    let values = try node.list(of: "x, y and confidence")
    guard (2...4).contains(values.count) else {
      throw node.mismatch(expected: "x, y and confidence")
    }
    return Pose2D.Point(
      x: try values[0].number(), y: try values[1].number(),
      confidence: values.count > 2 ? try confidence(values[2]) : 1,
      presence: values.count > 3 ? try confidence(values[3]) : nil)
  }

  /// Metres.
  func vector(_ node: DocumentNode) throws -> Vector3 {
    let values = try node.numbers()
    guard values.count == 3 else { throw node.mismatch(expected: "x, y and z") }
    return Vector3(values[0], values[1], values[2])
  }

  private static let aliases: [String: Keypoint] = [
    "leftFootIndex": .leftToe, "rightFootIndex": .rightToe, "leftBigToe": .leftToe,
    "rightBigToe": .rightToe, "midHip": .root,
  ]

  /// The point of a name, also as COCO writes it (left_shoulder) or under another program's name.
  static func keypoint(named name: String) -> Keypoint? {
    let words = name.split(separator: "_")
    let joined = words.dropFirst().reduce(String(words.first ?? "")) { text, word in
      text + word.prefix(1).uppercased() + word.dropFirst()
    }
    return Keypoint(rawValue: joined) ?? aliases[joined]
  }
}

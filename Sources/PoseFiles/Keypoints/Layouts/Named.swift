internal import Pose3D
internal import PoseDocuments
internal import PoseGeometry

extension KeypointReader {
  /// The people of a picture of `pose3d.keypoints/1`.
  func namedPeople(in document: DocumentNode) throws -> [Pose2D] {
    guard size != nil else {
      throw error(
        .invalidValue,
        "points without the size of the image they belong to: add \"width\" and \"height\"")
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

extension KeypointReader {
  /// The hands of a picture of `pose3d.keypoints/1`; `nil` where it doesn't speak of hands.
  func namedHands(in document: DocumentNode) throws -> [HandPose]? {
    try document["hands"]?.list(of: "hands").map { node in
      var hand = try hand(node)
      for (name, list) in [("points", node["points"]), ("worldLandmarks", node["worldLandmarks"])] {
        guard let list else { continue }
        for key in list.keys {
          guard let joint = HandJoint(rawValue: key) else {
            let known = HandJoint.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(
              .invalidValue,
              "\(list.place) has \"\(key)\", which is no known point; known are \(known)")
          }
          guard let value = list[key] else { continue }
          if name == "points" {
            hand.points[joint] = try point(value)
          } else {
            hand.worldLandmarks[joint] = try vector(value)
          }
        }
      }
      return hand
    }
  }

  /// A hand without its points.
  func hand(_ node: DocumentNode) throws -> HandPose {
    var chirality: Chirality?
    if let word = node["chirality"], word.string != "unknown" {
      chirality = word.string.flatMap(Chirality.init)
      guard chirality != nil else {
        throw word.mismatch(expected: "\"left\", \"right\" or \"unknown\"")
      }
    }
    return HandPose(
      points: [:], chirality: chirality,
      chiralityConfidence: try node["chiralityConfidence"].map(confidence)
        ?? (chirality == nil ? 0 : 1),
      confidence: try node["confidence"].map(confidence) ?? 1, imageWidth: imageWidth,
      imageHeight: imageHeight, bodyID: node["bodyID"].flatMap(Self.identity))
  }
}

/// `pose3d.keypoints/1`.
extension KeypointFile {
  /// One picture as a document, several as its "pictures".
  static func ownValue(of pictures: [PicturePoses]) -> JSONValue {
    let schema = ("schema", JSONValue.string(schema))
    if pictures.count == 1 { return .object([schema] + members(of: pictures[0])) }
    return .object([schema, ("pictures", .array(pictures.map { .object(members(of: $0)) }))])
  }

  private static func members(of picture: PicturePoses) -> [(String, JSONValue)] {
    var members = header(of: picture)
    members.append(("people", .array(picture.people.map(value(of:)))))
    if let hands = picture.hands { members.append(("hands", .array(hands.map(value(of:))))) }
    return members
  }

  /// The facts about an image in each of this program's formats.
  static func header(of picture: PicturePoses) -> [(String, JSONValue)] {
    let name = picture.file.isEmpty ? [] : [("file", JSONValue.fileName(picture.file))]
    return name + [("width", .integer(picture.width)), ("height", .integer(picture.height))]
  }

  private static func value(of person: Pose2D) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let id = person.id { members.append(("id", .integer(id))) }
    if person.confidence != 1 { members.append(("confidence", .number(person.confidence))) }
    if person.convention != .jointCenters {
      members.append(("convention", .string(person.convention.rawValue)))
    }
    members.append(("points", points(person.points, in: Keypoint.allCases)))
    let sigmas = Keypoint.allCases.compactMap { name in
      person.points[name]?.sigma.flatMap { sigma in
        sigma.isFinite ? (name.rawValue, JSONValue.number(sigma)) : nil
      }
    }
    if !sigmas.isEmpty { members.append(("sigma", .object(sigmas))) }
    if !person.worldLandmarks.isEmpty {
      members.append(("worldLandmarks", vectors(person.worldLandmarks, in: Keypoint.allCases)))
    }
    return .object(members)
  }

  private static func value(of hand: HandPose) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let chirality = hand.chirality {
      members.append(("chirality", .string(chirality.rawValue)))
      members.append(("chiralityConfidence", .number(hand.chiralityConfidence)))
    }
    members.append(("confidence", .number(hand.confidence)))
    if let id = hand.bodyID { members.append(("bodyID", .integer(id))) }
    members.append(("points", points(hand.points, in: HandJoint.allCases)))
    if !hand.worldLandmarks.isEmpty {
      members.append(("worldLandmarks", vectors(hand.worldLandmarks, in: HandJoint.allCases)))
    }
    return .object(members)
  }

  private static func points<Name: Hashable & RawRepresentable<String>>(
    _ points: [Name: Pose2D.Point], in order: [Name]
  ) -> JSONValue {
    .object(
      order.compactMap { name in
        guard let point = points[name] else { return nil }
        let values = [point.x, point.y, point.confidence] + (point.presence.map { [$0] } ?? [])
        return values.allSatisfy(\.isFinite) ? (name.rawValue, .numbers(values)) : nil
      })
  }

  private static func vectors<Name: Hashable & RawRepresentable<String>>(
    _ vectors: [Name: Vector3], in order: [Name]
  ) -> JSONValue {
    .object(
      order.compactMap { name in
        guard let vector = vectors[name] else { return nil }
        let values = [vector.x, vector.y, vector.z]
        return values.allSatisfy(\.isFinite) ? (name.rawValue, .numbers(values)) : nil
      })
  }
}

internal import Pose3D
internal import PoseDocuments

extension KeypointReader {
  /// A person by the names of Vision's points, or ours, with normalised coordinates from the
  /// lower-left corner. A confidence of 0 marks a point that is not valid.
  func visionPerson(_ person: DocumentNode) throws -> Pose2D {
    let named = Self.visionPoints(of: person)
    guard named.isObject else {
      throw named.mismatch(
        expected: "points by name: { \"left_hand_joint\": { x, y, confidence } }")
    }
    var points: [Keypoint: Pose2D.Point] = [:]
    for name in named.keys {
      guard let value = named[name], value.isObject || value.isList else { continue }
      guard let keypoint = Keypoint(visionName: name) ?? Self.keypoint(named: name) else {
        let known = KeypointLayout.vision.points.compactMap { $0?.visionName }
        throw error(
          .invalidValue,
          "\(named.place) has \"\(name)\", which is no point of Vision's body pose; known are "
            + known.joined(separator: ", "))
      }
      points[keypoint] = try visionPoint(value)
    }
    return pose(
      points, confidence: try person["confidence"].map(confidence) ?? 1,
      id: person["id"].flatMap(Self.identity))
  }

  /// The hands beside the observations; `nil` where there are none.
  func visionHands(in picture: DocumentNode) throws -> [HandPose]? {
    try picture["hands"]?.list(of: "hands").map { hand in
      let named = Self.visionPoints(of: hand)
      var pose = try self.hand(hand)
      for name in named.keys {
        guard let value = named[name], value.isObject || value.isList else { continue }
        let joint = HandJoint.allCases.first { $0.visionName == name } ?? HandJoint(rawValue: name)
        guard let joint else {
          let known = HandJoint.allCases.map(\.visionName).joined(separator: ", ")
          throw error(
            .invalidValue,
            "\(named.place) has \"\(name)\", which is no point of Vision's hand pose; known are "
              + known)
        }
        pose.points[joint] = try visionPoint(value)
      }
      return pose
    }
  }

  private static func visionPoints(of node: DocumentNode) -> DocumentNode {
    node["recognizedPoints"] ?? node["points"] ?? node["joints"] ?? node
  }

  /// A point from [x, y, confidence] or { x, y, confidence }, also with x and y under "location".
  private func visionPoint(_ node: DocumentNode) throws -> Pose2D.Point? {
    var parts = node.elements.map { Array($0.prefix(4)) } ?? []
    if node.isObject {
      let place = node["location"] ?? node
      let names = [(place, "x"), (place, "y")]
      parts =
        try place.elements.map { Array($0.prefix(4)) }
        ?? names.map { node, name in
          guard let value = node[name] else {
            throw error(.invalidValue, "\(node.place) has no \"\(name)\"")
          }
          return value
        }
      if let sure = node["confidence"] { parts.append(sure) }
    }
    guard (2...3).contains(parts.count) else {
      throw node.mismatch(expected: "x, y and confidence")
    }
    let sure = parts.count > 2 ? try confidence(parts[2]) : 1
    guard sure > 0 else { return nil }
    let place = try SIMD2(visionFraction(parts[0]), visionFraction(parts[1]))
    return Pose2D.Point(
      normalized: place, width: imageWidth, height: imageHeight, confidence: sure)
  }

  /// Vision finds points within the picture; pixels given by mistake are far outside.
  private func visionFraction(_ node: DocumentNode) throws -> Double {
    let value = try node.number()
    guard abs(value) <= 5 else {
      throw node.mismatch(expected: "a normalised coordinate, 0 to 1 within the image,")
    }
    return value
  }
}

/// Vision's observations as JSON. There is no format of Apple's: names and values are those of
/// `VNRecognizedPointsObservation.recognizedPoints`.
extension KeypointFile {
  /// One picture as an object, several as its "pictures".
  static func visionValue(of pictures: [PicturePoses]) -> JSONValue {
    let values = pictures.map { picture in
      var members = header(of: picture)
      members.append(("observations", .array(picture.people.map(observation(of:)))))
      if let hands = picture.hands {
        members.append(("hands", .array(hands.map(observation(of:)))))
      }
      return JSONValue.object(members)
    }
    return values.count == 1 ? values[0] : .object([("pictures", .array(values))])
  }

  private static func observation(of person: Pose2D) -> JSONValue {
    let names = KeypointLayout.vision.points.compactMap { $0?.visionName }
    let points = zip(names, person.points(in: .vision)).map { name, point in
      (name, recognized(point, width: person.imageWidth, height: person.imageHeight))
    }
    var members: [(String, JSONValue)] = person.id.map { [("id", .integer($0))] } ?? []
    members.append(("confidence", .number(person.confidence)))
    members.append(("recognizedPoints", .object(points)))
    return .object(members)
  }

  private static func observation(of hand: HandPose) -> JSONValue {
    let points = HandJoint.allCases.map { joint in
      (
        joint.visionName,
        recognized(hand.points[joint], width: hand.imageWidth, height: hand.imageHeight)
      )
    }
    var members: [(String, JSONValue)] = [
      ("chirality", .string(hand.chirality?.rawValue ?? "unknown")),
      ("confidence", .number(hand.confidence)),
    ]
    if let id = hand.bodyID { members.append(("bodyID", .integer(id))) }
    members.append(("recognizedPoints", .object(points)))
    return .object(members)
  }

  /// A point that isn't valid has the confidence 0, as in Vision.
  private static func recognized(_ point: Pose2D.Point?, width: Int, height: Int) -> JSONValue {
    var (place, confidence) = (SIMD2(0.0, 0.0), 0.0)
    if let point, point.isWritable {
      (place, confidence) = (point.normalized(width: width, height: height), point.confidence)
    }
    return .object([
      ("x", .number(place.x)), ("y", .number(place.y)), ("confidence", .number(confidence)),
    ])
  }
}

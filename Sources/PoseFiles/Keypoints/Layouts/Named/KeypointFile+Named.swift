internal import PoseDocuments
internal import PoseGeometry
internal import Pose3D

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
    let name = picture.file.isEmpty ? [] : [("file", JSONValue.string(picture.file))]
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

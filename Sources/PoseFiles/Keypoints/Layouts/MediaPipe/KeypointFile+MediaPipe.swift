internal import PoseDocuments
internal import Pose3D

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

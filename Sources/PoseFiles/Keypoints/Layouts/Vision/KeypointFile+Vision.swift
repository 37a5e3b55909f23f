internal import PoseDocuments
internal import Pose3D

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

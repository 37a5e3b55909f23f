internal import DepthIO

extension KeypointFile {
  /// The people of one or several pictures as the text of a file of the given kind, with a line
  /// break at its end.
  public static func encoded(_ pictures: [PicturePoses], as format: KeypointFormat) -> String {
    pictures.map { json(people: $0.people, width: $0.width, height: $0.height) }.joined()
  }

  /// The people as a `pose3d.keypoints/1` document for a picture of this size, with a line break at
  /// its end. The same people always give the same text: points are in the order of `Keypoint`,
  /// numbers are rounded to 1e-6. Presence and world landmarks have no place in this layout; points
  /// that are not finite are left out.
  public static func json(people: [Pose2D], width: Int, height: Int) -> String {
    JSONValue.object([
      ("schema", .string(schema)),
      ("width", .integer(width)),
      ("height", .integer(height)),
      ("people", .array(people.map(value(of:)))),
    ]).text
  }

  private static func value(of person: Pose2D) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let id = person.id { members.append(("id", .integer(id))) }
    if person.confidence != 1 { members.append(("confidence", .number(person.confidence))) }
    if person.convention != .jointCenters {
      members.append(("convention", .string(person.convention.rawValue)))
    }
    let points = Keypoint.allCases.compactMap { keypoint -> (String, JSONValue)? in
      guard let point = person.points[keypoint] else { return nil }
      let values = [point.x, point.y, point.confidence]
      return values.allSatisfy(\.isFinite) ? (keypoint.rawValue, .numbers(values)) : nil
    }
    members.append(("points", .object(points)))
    return .object(members)
  }
}

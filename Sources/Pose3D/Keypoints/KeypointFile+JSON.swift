extension KeypointFile {
  /// The people as a `pose3d.keypoints/1` document for a picture of this size, with a line break at
  /// its end. The same people always give the same text: points are in the order of `Keypoint`,
  /// numbers are rounded to 1e-6. Presence and world landmarks have no place in this layout; points
  /// that are not finite are left out.
  public static func json(people: [Pose2D], width: Int, height: Int) -> String {
    let persons = people.map { "    " + person($0) }.joined(separator: ",\n")
    let list = people.isEmpty ? "[]" : "[\n\(persons)\n  ]"
    return """
      {
        "schema": "\(schema)",
        "width": \(width),
        "height": \(height),
        "people": \(list)
      }

      """
  }

  private static func person(_ person: Pose2D) -> String {
    let points = Keypoint.allCases.compactMap { keypoint -> String? in
      guard let point = person.points[keypoint] else { return nil }
      let values = [point.x, point.y, point.confidence]
      guard values.allSatisfy(\.isFinite) else { return nil }
      return "        \"\(keypoint.rawValue)\": [\(values.map(text).joined(separator: ", "))]"
    }
    let id = person.id.map { "\"id\": \($0),\n      " } ?? ""
    let confidence =
      person.confidence == 1 ? "" : "\"confidence\": \(text(person.confidence)),\n      "
    let list = points.isEmpty ? "{}" : "{\n\(points.joined(separator: ",\n"))\n      }"
    return "{\n      \(id)\(confidence)\"points\": \(list)\n    }"
  }

  private static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? "0.0" : "\(rounded)"
  }
}

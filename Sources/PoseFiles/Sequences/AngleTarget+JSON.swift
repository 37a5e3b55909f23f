internal import PoseDocuments
internal import PoseMotion

extension AngleTarget {
  /// The member of documents: the angle's name and its range in degrees.
  var json: JSONValue {
    .object([
      ("angle", .string(angle)),
      ("degrees", .array([.number(degrees.lowerBound), .number(degrees.upperBound)])),
    ])
  }

  /// The targets in a document of this program; empty for none. Damaged ones are left out.
  static func targets(in document: DocumentNode) -> [AngleTarget] {
    guard let nodes = try? document["targets"]?.list(of: "targets") else { return [] }
    return nodes.compactMap { node in
      guard let angle = node["angle"]?.string, let bounds = try? node["degrees"]?.numbers(),
        bounds.count == 2, bounds[0] <= bounds[1]
      else { return nil }
      return try? AngleTarget(angle: angle, degrees: bounds[0]...bounds[1])
    }
  }
}

package import PoseDocuments

// The members that documents have in common.
extension JSONValue {
  /// The first members of a document: its schema, and the program that wrote it.
  package static func head(schema: String, version: String) -> [(String, JSONValue)] {
    [("schema", .string(schema)), ("generator", generator(version: version))]
  }

  /// The program that writes a document.
  static func generator(version: String) -> JSONValue {
    .object([("name", .string("pose3d")), ("version", .string(version))])
  }

  /// The units of a motion.
  package static let motionUnits = JSONValue.object([
    ("length", .string("metre")), ("angle", .string("degree")), ("time", .string("second")),
  ])
}

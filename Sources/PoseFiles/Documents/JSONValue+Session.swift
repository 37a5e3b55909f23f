internal import PoseDocuments

extension JSONValue {
  /// A document about the people of a session.
  ///
  /// - Parameters:
  ///   - schema: the schema's name.
  ///   - version: the program's version.
  ///   - file: the name of the file that was read.
  ///   - members: what else the document has, before the people.
  ///   - people: the people, each an object.
  ///   - warnings: a sentence each.
  static func session(
    schema: String, version: String, file: String, members: [(String, JSONValue)] = [],
    people: [JSONValue], warnings: [String]
  ) -> JSONValue {
    .object(
      [
        ("schema", .string(schema)),
        ("generator", .object([("name", .string("pose3d")), ("version", .string(version))])),
        ("file", .fileName(file)),
      ] + members + [
        ("people", .array(people)), ("warnings", .warnings(warnings, of: [file])),
      ])
  }
}

import Foundation
import PoseFiles
import Testing

/// What a sequence's document says is what the published schema says, by an independent validator.
struct SequenceSchemaTests {
  private static let schema = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "schema/pose3d.skeleton.schema.json").path

  private static let hasValidator =
    (try? python("import jsonschema; jsonschema.Draft202012Validator"))?.exitCode == 0

  private static func python(
    _ code: String, _ arguments: [String] = []
  ) throws -> (exitCode: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", code] + arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Prints the number of valid documents.
  private static let validate = """
    import json, sys, jsonschema
    schema, *documents = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
    validator = jsonschema.Draft202012Validator(schema["$defs"]["sequence"] | {"$defs": schema["$defs"]})
    whole = jsonschema.Draft202012Validator(schema)
    for document in documents[:1]:
        for error in list(validator.iter_errors(document))[:5]:
            print("/".join(map(str, error.absolute_path)), error.message[:200])
    print(sum(whole.is_valid(document) for document in documents))
    """

  private func valid(_ texts: [String]) throws -> String {
    let folder = NSTemporaryDirectory() + "pose3d-schema-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let paths = try texts.enumerated().map { index, text in
      let path = "\(folder)/\(index).json"
      try Data(text.utf8).write(to: URL(filePath: path))
      return path
    }
    return try Self.python(Self.validate, [Self.schema] + paths).output
  }

  @Test(.enabled(if: hasValidator, "needs Python's jsonschema: scripts/setup --tests"))
  func `a sequence's document is valid, and not with what the schema forbids`() throws {
    let text = DocumentedSquat.text { write in DocumentedSquat.document().writeJSON(to: write) }
    #expect(try valid([text]) == "1\n")
    let changes = [
      ("\"complete\": true", "\"complete\": 1"), ("\"filled\": false", "\"filed\": false"),
      ("\"coordinateFrames\":", "\"frame\":"), ("\"time\": \"second\"", "\"time\": \"frame\""),
      ("\"kind\": \"butterworth\"", "\"kind\": \"boxcar\""), ("\"raw\": {", "\"rough\": {"),
      ("\"repetitions\": [", "\"repetition\": ["), ("\"every\": 2", "\"every\": 0"),
      ("\"effectiveOrder\": 4", "\"effectiveOrder\": 2"), ("\"measures\":", "\"measure\":"),
    ]
    let broken = changes.map { whole, other in
      #expect(text.contains(whole), "\(whole)")
      return text.replacing(whole, with: other)
    }
    #expect(try valid(broken).split(separator: "\n").last == "0")
  }
}

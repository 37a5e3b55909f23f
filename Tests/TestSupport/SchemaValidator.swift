import Foundation
package import Testing

/// The published schemas (`schema/`), applied by an independent validator: Python's jsonschema.
package struct SchemaValidator: Sendable {
  /// Why a test that needs the validator was skipped.
  package static let note: Comment = "needs Python's jsonschema: scripts/setup --tests"

  /// Whether it is installed. Asked once a process.
  package static func isInstalled() async -> Bool { await installed.value }

  private static let installed = Task {
    let check = "import jsonschema; jsonschema.Draft202012Validator"
    return (try? await ChildProcess("python3", ["-c", check]))?.exitCode == 0
  }

  private let schema: String
  private let definition: String?

  /// - Parameters:
  ///   - name: a file of `schema/`, without `pose3d.` and the endings.
  ///   - definition: the schema's definition for the documents, so that errors concern it alone.
  package init(_ name: String, definition: String? = nil) {
    schema = Checkout.path("schema/pose3d.\(name).schema.json")
    self.definition = definition
  }

  /// Prints what is wrong with the first documents, so many, then the numbers of all that are invalid. What is wrong with a
  /// document that has to be invalid isn't looked for: it takes as long as the rest.
  private static let script = """
    import itertools, json, sys, jsonschema
    schema, *documents = (json.load(open(path, encoding="utf-8")) for path in sys.argv[3:])
    explained = int(sys.argv[2])
    jsonschema.Draft202012Validator.check_schema(schema)
    whole = part = jsonschema.Draft202012Validator(schema)
    if sys.argv[1]:
        definition = schema["$defs"][sys.argv[1]] | {"$defs": schema["$defs"]}
        part = jsonschema.Draft202012Validator(definition)
    invalid = []
    for index, document in enumerate(documents):
        if whole.is_valid(document):
            continue
        invalid.append(index)
        if index >= explained:
            continue
        for error in itertools.islice(part.iter_errors(document), 5):
            place = "/".join(map(str, error.absolute_path))
            print(sys.argv[4 + index], place, error.message[:200])
    print("invalid:", *invalid)
    """

  /// Which of the files are invalid, and what is wrong with the first ones, so many.
  func check(
    _ files: [String], explaining count: Int
  ) async throws -> (invalid: [Int], report: String) {
    let run = try await ChildProcess(
      "python3", ["-c", Self.script, definition ?? "", "\(count)", schema] + files)
    let words = run.output.split(separator: "\n").last?.split(separator: " ") ?? []
    guard run.exitCode == 0, words.first == "invalid:" else {
      throw Failure(description: run.output + run.errors)
    }
    return (words.dropFirst().compactMap { Int($0) }, run.output)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Expects that all files are valid, or that none is.
  package func expect(
    _ files: [String], areValid: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let (invalid, report) = try await check(files, explaining: areValid ? files.count : 0)
    #expect(
      invalid == (areValid ? [] : Array(files.indices)), "\(report)",
      sourceLocation: sourceLocation)
  }

  /// Expects that a file is valid, and no longer with any one of the changes to its text.
  package func expect(
    _ file: String, exceptWith changes: [(whole: String, broken: String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let folder = try TemporaryFolder()
    let broken = try changes.enumerated().map { index, change in
      #expect(text.contains(change.whole), "\(change.whole)", sourceLocation: sourceLocation)
      return try folder.file(
        "\(index).json", text.replacing(change.whole, with: change.broken))
    }
    let (invalid, report) = try await check([file] + broken, explaining: 1)
    #expect(
      invalid == Array(1..<(1 + broken.count)), "\(report)", sourceLocation: sourceLocation)
  }
}

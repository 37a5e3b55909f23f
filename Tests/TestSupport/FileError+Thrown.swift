package import PoseDocuments
package import Testing

/// The error that the body throws; a failed expectation when it throws none.
package func error(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> FileError? {
  #expect(throws: FileError.self, sourceLocation: sourceLocation, performing: body)
}

extension FileError {
  /// The message without the words of a library, which change from release to release: "… (libzip)" of
  /// "… (libzip: Not a zip archive)".
  package var ownMessage: String {
    message.replacing(/\((lib[\w-]+|OpenEXR): .+\)$/) { "(\($0.1))" }
  }
}

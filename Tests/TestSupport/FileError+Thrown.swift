package import PoseDocuments
package import Testing

/// The error that the body throws; a failed expectation when it throws none.
package func error(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> FileError? {
  #expect(throws: FileError.self, sourceLocation: sourceLocation, performing: body)
}

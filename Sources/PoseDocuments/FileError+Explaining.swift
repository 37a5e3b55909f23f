extension FileError {
  /// The result of reading a document, with its problems as errors about its file: `invalidValue`, or
  /// another code for what isn't about a single value.
  package static func explaining<Result>(
    _ path: String, as code: Code = .invalidValue, _ read: () throws -> Result
  ) throws(FileError) -> Result {
    do {
      return try read()
    } catch let error as FileError {
      throw error
    } catch let problem as DocumentNode.Problem {
      throw FileError(code, path: path, problem)
    } catch {
      throw FileError(code, path: path, "\(error)")
    }
  }

  /// An error about a value in a document.
  package init(_ code: Code, path: String, _ problem: DocumentNode.Problem) {
    self.init(code, path: path, place: problem.place, problem.message, remedy: problem.remedy)
  }
}

/// Why a folder of cases could not be evaluated. The description is a sentence for the person who
/// named the folder: what was found, what was expected, where, and what to do.
public struct EvaluationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is; the sentence says the rest.
  public enum Code: Sendable {
    /// There is no such folder or file, or it may not be read.
    case noSuchFile
    /// The folder holds no case that can be evaluated.
    case noCases
    /// The case is a sequence, or shows nobody or several people.
    case notOnePerson
    /// A file is damaged, or a value is missing or none that can stand in its place.
    case invalidValue
  }

  /// What kind of failure it is.
  public let code: Code
  /// The folder or file.
  public let path: String
  /// What is wrong, as a sentence that doesn't repeat the path.
  public let message: String

  /// An error about a folder or file.
  public init(_ code: Code, path: String, _ message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// The path and the sentence.
  public var description: String { "\(path): \(message)" }
}

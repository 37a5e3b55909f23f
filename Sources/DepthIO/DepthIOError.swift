/// Why a file could not be used. The description is a sentence for the person who named the file:
/// what was found, what was expected, where, and what to do.
public struct DepthIOError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is; the sentence says the rest.
  public enum Code: Sendable {
    /// There is no such file, or it may not be read.
    case noSuchFile
    /// The file is not of a format that is read here.
    case unknownFormat
    /// The file ends early or its contents contradict each other.
    case damaged
    /// The picture has more pixels than is accepted.
    case tooLarge
    /// The file is sound, but of a kind that can't be used here.
    case unsuitable
    /// A depth file doesn't say its unit, and the caller didn't either.
    case unitMissing
    /// Sizes of files that belong together contradict each other.
    case sizeMismatch
    /// The file could not be written.
    case unwritable
  }

  /// What kind of failure it is.
  public let code: Code
  /// The file, as the caller named it.
  public let path: String
  /// What is wrong, as a sentence that doesn't repeat the path.
  public let message: String

  /// An error about a file.
  public init(_ code: Code, path: String, _ message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// The path and the sentence.
  public var description: String { "\(path): \(message)" }
}

/// Why the people of a file can't be followed over time. The sentence says what was found, what was
/// expected, where, and what to do.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Code: Sendable {
    /// The file has no times, and the frame rate is unknown.
    case timesMissing
    /// A frame is not later than the one before.
    case timesOutOfOrder
    /// Nobody is in any of the frames.
    case nobody
  }

  /// The kind of problem.
  public let code: Code
  /// The file, as the caller named it.
  public let path: String
  /// The sentence, without the path.
  public let message: String

  /// A problem with a file.
  public init(_ code: Code, path: String, _ message: String) {
    (self.code, self.path, self.message) = (code, path, message)
  }

  /// The path and the sentence.
  public var description: String { "\(path): \(message)" }
}

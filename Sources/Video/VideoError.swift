/// Why a video can't be read or written. The sentence says what was found, what was expected, where,
/// and what to do.
public struct VideoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Code: Sendable {
    /// The file or folder doesn't exist or can't be opened.
    case noSuchFile
    /// No format that is known, or no picture in it (text, sound alone).
    case notVideo
    /// Known, but nothing of it can be decoded.
    case damaged
    /// There is no decoder or encoder for it here.
    case unsupported
    /// Parts that don't belong together: depth of another length or shape, frames missing.
    case mismatch
    /// Something has to be said that the files don't say: a frame rate, a unit.
    case settingMissing
    /// The output can't be written.
    case unwritable
  }

  /// The kind of problem.
  public let code: Code
  /// The file or folder.
  public let path: String
  /// The sentence, without the path.
  public let message: String

  /// A problem with a file.
  public init(_ code: Code, path: String, _ message: String) {
    (self.code, self.path, self.message) = (code, path, message)
  }

  /// The file and the sentence.
  public var description: String { "\(path): \(message)" }
}

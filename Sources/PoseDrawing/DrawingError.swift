/// Why a picture could not be drawn or written. The description is a sentence for the person who
/// asked for it.
public struct DrawingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is; the sentence says the rest.
  public enum Code: Sendable {
    /// The picture has more pixels along a side than can be drawn on.
    case tooLarge
    /// The drawing library failed, mostly for want of memory.
    case drawingFailed
    /// The file could not be written.
    case unwritable
  }

  /// What kind of failure it is.
  public let code: Code
  /// The file, as the caller named it; `nil` when the failure is not about a file.
  public let path: String?
  /// What is wrong, as a sentence that doesn't repeat the path.
  public let message: String

  /// An error about a file, or about no file.
  public init(_ code: Code, path: String? = nil, _ message: String) {
    self.code = code
    self.path = path
    self.message = message
  }

  /// The path, if there is one, and the sentence.
  public var description: String { path.map { "\($0): \(message)" } ?? message }
}

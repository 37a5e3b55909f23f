/// A failure to draw an image. The description is a sentence for the person who asked for it.
public struct DrawingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; the sentence has the details.
  public enum Code: Sendable {
    /// The picture has more pixels along a side than can be drawn on.
    case tooLarge
    /// The drawing library failed, mostly because memory is missing.
    case drawingFailed
  }

  /// The kind of failure.
  public let code: Code
  /// The error, as a sentence.
  public let description: String

  /// An error with its sentence.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

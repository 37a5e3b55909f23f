/// Why a keypoint file could not be used. The description is a sentence for the person who named
/// the file: what was found, what was expected, where, and what to do.
public struct KeypointFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is; the sentence says the rest.
  public enum Code: Sendable {
    /// There is no such file, it is empty, or it may not be read.
    case unreadable
    /// The file is JSON of none of the layouts that are read, or no JSON at all.
    case unknownLayout
    /// A value is missing, or is none that can stand in its place.
    case invalidValue
    /// The points belong to a picture of another size.
    case anotherPicture
    /// The file holds the people of several pictures, and one was expected.
    case severalPictures
    /// The file has no picture of the number that was asked for.
    case noSuchFrame
    /// Places are fractions of the picture's size, and neither the file nor the caller says it.
    case sizeMissing
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

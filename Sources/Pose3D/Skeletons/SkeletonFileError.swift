/// Why a skeleton file could not be used. The description is a sentence for the person who named the
/// file: what was found, what was expected, where, and what to do.
public struct SkeletonFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is; the sentence says the rest.
  public enum Code: Sendable {
    /// There is no such file, it is empty, or it may not be read.
    case unreadable
    /// The file is of none of the layouts that are read, or is not what its layout asks for.
    case unknownLayout
    /// A value is missing, or is none that can stand in its place.
    case invalidValue
    /// The points are places in a picture, not in space.
    case imageCoordinates
    /// No skeleton has all 17 joints, or the only one hasn't.
    case missingJoints
    /// The body's size fits no unit of length, or not the one that is stated.
    case wrongSize
    /// The file holds nobody.
    case nobody
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

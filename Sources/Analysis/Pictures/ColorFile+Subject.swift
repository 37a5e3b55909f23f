public import DepthIO
public import Documents
internal import Imaging

extension ColorFile {
  /// What somebody looks for in a picture.
  public enum Subject: String, Sendable {
    /// A body.
    case person
    /// A hand.
    case hand
  }

  /// The smallest side in pixels in which a person could be seen.
  private static let leastSide = 16

  /// A picture that is large enough to show somebody.
  ///
  /// Throws as `init(bytes:name:options:)` does, and `unsuitable` for a picture of less than 16 pixels
  /// on a side.
  public init(
    showing subject: Subject, _ input: FileInput, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    try self.init(showing: subject, bytes: input.bytes(), name: input.name, options: options)
  }

  init(
    showing subject: Subject, bytes: [UInt8], name: String, options: ReadingOptions
  ) throws(FileError) {
    try self.init(bytes: bytes, name: name, options: options)
    guard min(image.width, image.height) >= Self.leastSide else {
      throw FileError(
        .unsuitable, path: name,
        "\(image.width)×\(image.height) pixels are too few to show a \(subject.rawValue): at least "
          + "\(Self.leastSide)×\(Self.leastSide) are needed")
    }
  }
}

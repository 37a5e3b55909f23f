public import DepthIO
public import PoseDocuments
internal import PoseImaging

extension ColorFile {
  /// The subject to be found in an image.
  public enum Subject: String, Sendable {
    /// A body.
    case person
    /// A hand.
    case hand
  }

  /// The smallest side in pixels in which a person could be seen.
  private static let minimumSide = 16

  /// An image that is large enough to show a person.
  ///
  /// Throws as `init(bytes:name:options:)` does, and `unsuitable` for a picture of less than 16 pixels
  /// on a side.
  public init(
    showing subject: Subject, _ input: FileInput, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    var bytes: [UInt8]?
    try self.init(showing: subject, input, bytes: &bytes, options: options)
  }

  /// The same; `bytes` are those of the file, `nil` for a picture in memory.
  init(
    showing subject: Subject, _ input: FileInput, bytes: inout [UInt8]?, options: ReadingOptions
  ) throws(FileError) {
    if let picture = input.pictureInMemory {
      self.init(picture)
    } else {
      // Once: a pipe can't be read again for a depth map inside.
      let contents = try input.bytes()
      bytes = contents
      try self.init(bytes: contents, name: input.name, options: options)
    }
    guard min(image.width, image.height) >= Self.minimumSide else {
      throw FileError(
        .unsuitable, path: input.name,
        "\(image.width)×\(image.height) pixels are too few to show a \(subject.rawValue): at least "
          + "\(Self.minimumSide)×\(Self.minimumSide) are needed")
    }
  }
}

import DepthIO
import Documents
import Imaging

extension ColorFile {
  /// What somebody looks for in a picture.
  enum Subject: String {
    case person
    case hand
  }

  /// The smallest side in pixels in which a person could be seen.
  private static let leastSide = 16

  /// A picture that is large enough to show somebody; `name` is what errors call it.
  init(
    showing subject: Subject, bytes: [UInt8], name: String, options: ReadingOptions
  ) throws {
    try self.init(bytes: bytes, name: name, options: options)
    guard min(image.width, image.height) >= Self.leastSide else {
      throw Failure(
        code: .data,
        message: "\(name): \(image.width)×\(image.height) pixels are too few to show a "
          + "\(subject.rawValue): at least \(Self.leastSide)×\(Self.leastSide) are needed")
    }
  }

  /// A picture from a file, or from standard input for `-`.
  init(showing subject: Subject, path: String, options: ReadingOptions) throws {
    try self.init(
      showing: subject, bytes: try FileBytes.read(path == "-" ? "/dev/stdin" : path), name: path,
      options: options)
  }
}

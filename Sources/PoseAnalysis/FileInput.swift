public import DepthIO
internal import PoseDocuments
public import PoseImaging

/// A file that is analysed: a path, or what is in memory already: its bytes, a picture or a depth map.
public struct FileInput: Sendable, ExpressibleByStringLiteral {
  /// The name in errors and documents; for a file its path.
  public let name: String
  private let contents: Contents

  private enum Contents {
    case file
    case bytes([UInt8])
    case picture(ColorImage)
    case depth(DepthSamples)
    case depthFile(DepthFile)
  }

  /// The file at a path, read when it is needed.
  public init(_ path: String) {
    name = path
    contents = .file
  }

  /// Bytes in memory under a name.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    contents = .bytes(bytes)
  }

  /// A picture in memory under a name, upright.
  public init(name: String, picture: ColorImage) {
    self.name = name
    contents = .picture(picture)
  }

  /// A depth map in memory under a name, upright.
  public init(name: String, depth: DepthSamples) {
    self.name = name
    contents = .depth(depth)
  }

  /// A depth map that was read already, under a name, upright and with its calibration.
  package init(name: String, depthFile: DepthFile) {
    self.name = name
    contents = .depthFile(depthFile)
  }

  /// The file at a path.
  public init(stringLiteral path: String) { self.init(path) }

  /// The path of a file that need not be read as a whole to have its depth map; `nil` for any other.
  var pathOfPieces: String? {
    if case .file = contents, DepthFile.isReadInPieces(name) { name } else { nil }
  }

  /// The depth map in the file, or in memory. Throws as `DepthFile` does.
  func depthFile(options: ReadingOptions) throws(FileError) -> DepthFile {
    if case .depth(let samples) = contents {
      return try DepthFile(samples, name: name, options: options)
    }
    if case .depthFile(let file) = contents { return file }
    if let path = pathOfPieces { return try DepthFile(contentsOf: path, options: options) }
    return try DepthFile(bytes: try bytes(), name: name, options: options)
  }

  /// The picture in memory; `nil` for a file, and for bytes of one.
  var pictureInMemory: ColorImage? {
    if case .picture(let image) = contents { image } else { nil }
  }

  /// All bytes of a file, at least one. Throws `noSuchFile`, `damaged` for an empty file, `tooLarge`
  /// beyond `limit`.
  func bytes(limit: Int = FileBytes.limit) throws(FileError) -> [UInt8] {
    switch contents {
    case .file: return try FileBytes.read(name, limit: limit)
    case .bytes(let bytes):
      guard !bytes.isEmpty else { throw FileError(.damaged, path: name, "the file is empty") }
      return bytes
    case .picture, .depth, .depthFile:
      preconditionFailure("\(name) is a raster in memory, and no file")
    }
  }
}

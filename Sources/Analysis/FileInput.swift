internal import DepthIO
internal import Documents

/// A file that is analysed: a path, or bytes that are in memory already.
public struct FileInput: Sendable, ExpressibleByStringLiteral {
  /// What errors and documents call it; for a file its path.
  public let name: String
  private let contents: [UInt8]?

  /// The file at a path, read when it is needed.
  public init(_ path: String) {
    name = path
    contents = nil
  }

  /// Bytes in memory under a name.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    contents = bytes
  }

  /// The file at a path.
  public init(stringLiteral path: String) { self.init(path) }

  /// The path of a file that need not be read as a whole to have its depth map; `nil` for any other.
  var pathOfPieces: String? {
    contents == nil && DepthFile.isReadInPieces(name) ? name : nil
  }

  /// The depth map in the file. Throws as `DepthFile` does.
  func depthFile(options: ReadingOptions) throws(FileError) -> DepthFile {
    if let path = pathOfPieces { return try DepthFile(contentsOf: path, options: options) }
    return try DepthFile(bytes: try bytes(), name: name, options: options)
  }

  /// All bytes, at least one. Throws `noSuchFile`, `damaged` for an empty file, `tooLarge` beyond
  /// `limit`.
  func bytes(limit: Int = FileBytes.limit) throws(FileError) -> [UInt8] {
    guard let contents else { return try FileBytes.read(name, limit: limit) }
    guard !contents.isEmpty else { throw FileError(.damaged, path: name, "the file is empty") }
    return contents
  }
}

public import PoseDocuments

extension DepthFile {
  /// The depth map that a colour picture's own file holds: an iPhone's or Android phone's HEIC or
  /// JPEG, an OpenEXR file with depth beside the colours, a Record3D recording.
  ///
  /// The result is that of `DepthFile(contentsOf:options:)`, and `nil` for a file without a depth map or of
  /// a kind that never holds both. The colours are not checked. Throws a `FileError` when the file can't be
  /// opened, or holds a depth map that can't be read.
  public static func embedded(
    in path: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> DepthFile? {
    try embedded(inBytes: try FileBytes.read(path), name: path, options: options)
  }

  /// The same from the bytes of a file; `name` is what errors call it.
  public static func embedded(
    inBytes bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> DepthFile? {
    let file = InputFile(path: name, bytes: bytes, options: options)
    guard let stored = try embedded(file) else { return nil }
    return try DepthFile(stored, in: file)
  }

  private static func embedded(_ file: InputFile) throws(FileError) -> StoredDepth? {
    switch FileFormat(file.bytes) {
    case .jpeg: return try JPEGDepth.embedded(file)
    case .heic: return try HEIC.embedded(file)
    case .zip: return try ZIPArchive.depth(file)
    case .exr:
      do throws(FileError) {
        return try EXR.depth(file)
      } catch {
        guard error.code == .unsuitable else { throw error }
        return nil
      }
    case .png, .tiff, .portableAnymap, .numPy, .webP, .gif, .bmp, .pdf, .video, nil: return nil
    }
  }
}

/// The bytes of a file, its name, and how the caller wants it read: what the reader of every format
/// gets. Its name is for sentences and for finding companions; what it is, the bytes say.
struct InputFile: Sendable {
  let path: String
  let bytes: [UInt8]
  let options: ReadingOptions

  /// Throws `tooLarge` when a header claims more pixels than the caller's limit.
  func checkSize(width: Int, height: Int) throws(DepthIOError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard overflow || count > options.pixelLimit else { return }
    throw error(
      .tooLarge,
      "\(width)×\(height) is more than \(options.pixelLimit / 1_000_000) megapixels, the most that "
        + "is read: scale it down first")
  }

  /// An error about this file.
  func error(_ code: DepthIOError.Code, _ message: String) -> DepthIOError {
    DepthIOError(code, path: path, message)
  }

  /// The same file's name and options with other bytes: a picture inside it.
  func part(_ bytes: [UInt8]) -> InputFile {
    InputFile(path: path, bytes: bytes, options: options)
  }
}

/// The bytes of a file, its name, and how the caller wants it read: what the reader of every format
/// gets. Its name is for sentences and for finding companions; what it is, the bytes say.
struct InputFile: Sendable {
  let path: String
  let bytes: [UInt8]
  let options: ReadingOptions

  /// The most bytes that a deflated one can become: the longest copy, 258 bytes, takes two bits at
  /// the least (RFC 1951, 3.2.5).
  static let deflateExpansion = 1032

  /// Throws `tooLarge` when a header claims more pixels than the caller's limit.
  func checkSize(width: Int, height: Int) throws(DepthIOError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard overflow || count > options.pixelLimit else { return }
    throw error(
      .tooLarge,
      "\(width)×\(height) is more than \(options.pixelLimit / 1_000_000) megapixels, the most that "
        + "is read: scale it down, or raise --max-megapixels")
  }

  /// Throws `damaged` when a header claims more pixels than the file's bytes can become, `expansion`
  /// from one being the most that the packing can do: a few bytes mustn't cost hundreds of megabytes.
  func checkSize(
    of format: String, width: Int, height: Int, bitsAPixel: Int, expansion: Int
  ) throws(DepthIOError) {
    let claimed = Double(width) * Double(height) * Double(bitsAPixel) / 8
    guard claimed > Double(bytes.count) * Double(expansion) else { return }
    throw error(
      .damaged,
      "the \(format) is damaged or cut short: it claims \(width)×\(height) pixels, more than its "
        + "\(bytes.count) bytes can hold")
  }

  /// An error about bytes that a library doesn't read, with the first line of what it says.
  func damaged(_ format: String, by library: String, _ words: String?) -> DepthIOError {
    let line = words?.split(whereSeparator: \.isNewline).first ?? "no reason given"
    return error(.damaged, "the \(format) is damaged or cut short (\(library): \(line))")
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

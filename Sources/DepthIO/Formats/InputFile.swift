internal import PoseDocuments

/// The bytes of a file, its name, and how the caller wants it read: what the reader of every format
/// gets. Its name is for sentences and for finding companions; what it is, the bytes say.
struct InputFile: Sendable {
  let path: String
  let bytes: [UInt8]
  let options: ReadingOptions

  /// The most bytes that a deflated one can become.
  static let deflateExpansion = ZIPArchive.deflateExpansion

  /// Throws `tooLarge` when a header claims more pixels than the caller's limit.
  func checkSize(width: Int, height: Int) throws(FileError) {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard overflow || count > options.pixelLimit else { return }
    throw error(
      .tooLarge,
      "\(width)×\(height) is more than \(options.pixelLimit / 1_000_000) megapixels, the most that "
        + "is read", remedy: .raisePixelLimit)
  }

  /// Throws `damaged` when a header claims more pixels than the file's bytes can become, `expansion`
  /// from one being the most that the packing can do: a few bytes mustn't cost hundreds of megabytes.
  func checkSize(
    of format: String, width: Int, height: Int, bitsAPixel: Int, expansion: Int
  ) throws(FileError) {
    let claimed = Double(width) * Double(height) * Double(bitsAPixel) / 8
    guard claimed > Double(bytes.count) * Double(expansion) else { return }
    throw error(
      .damaged,
      "the \(format) is damaged or cut short: it claims \(width)×\(height) pixels, more than its "
        + "\(bytes.count) bytes can hold")
  }

  /// An unsigned number of `count` bytes, the lowest first. Throws `damaged` beyond the end.
  func littleEndian(
    of format: String, at position: Int, count: Int
  ) throws(FileError) -> Int {
    guard let value = bytes.littleEndian(at: position, count: count) else {
      throw error(.damaged, "the \(format) is cut short")
    }
    return value
  }

  /// An error about bytes that a library doesn't read, with the first line of its message.
  func damaged(_ format: String, by library: String, _ words: String?) -> FileError {
    let line = words?.split(whereSeparator: \.isNewline).first ?? "no reason given"
    return error(.damaged, "the \(format) is damaged or cut short (\(library): \(line))")
  }

  /// An error about this file.
  func error(
    _ code: FileError.Code, _ problem: String, remedy: RecoverySuggestion? = nil
  ) -> FileError {
    FileError(code, path: path, problem, remedy: remedy)
  }

  /// The same file's name and options with other bytes: a picture inside it.
  func part(_ bytes: [UInt8]) -> InputFile {
    InputFile(path: path, bytes: bytes, options: options)
  }
}

extension FileFormat {
  /// The error for a file whose format is not among those that a reader takes. A video is measured by
  /// another command, and that is all there is to say.
  static func error(_ file: InputFile, expected: String) -> FileError {
    let bytes = file.bytes
    if FileFormat(bytes) == .video {
      return FileError(
        .unknownFormat, path: file.path, "this is a video, and a single image was expected",
        remedy: .measureVideo)
    }
    let found: String
    if let format = FileFormat(bytes) {
      found = "this is \(format.words)"
    } else {
      let start = bytes.prefix(4).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      found = "this is not an image (it starts with \(start.joined(separator: " ")))"
    }
    return file.error(.unknownFormat, "\(found); \(expected)")
  }
}

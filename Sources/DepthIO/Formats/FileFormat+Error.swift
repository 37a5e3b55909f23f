internal import Documents

extension FileFormat {
  /// The error for a file whose format is not among those that a reader takes.
  static func error(_ file: InputFile, expected: String) -> FileError {
    let bytes = file.bytes
    let found: String
    if let format = FileFormat(bytes) {
      found = "this is a \(format.rawValue) file"
    } else {
      let start = bytes.prefix(4).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      found = "this is no picture (it starts with \(start.joined(separator: " ")))"
    }
    return file.error(.unknownFormat, "\(found); \(expected)")
  }
}

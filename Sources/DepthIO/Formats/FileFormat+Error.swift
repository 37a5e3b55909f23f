internal import PoseDocuments

extension FileFormat {
  /// The error for a file whose format is not among those that a reader takes. A video is measured by
  /// another command, and that is all there is to say.
  static func error(_ file: InputFile, expected: String) -> FileError {
    let bytes = file.bytes
    if FileFormat(bytes) == .video {
      return FileError(
        .unknownFormat, path: file.path, "this is a video, and a single picture was expected",
        remedy: .measureVideo)
    }
    let found: String
    if let format = FileFormat(bytes) {
      found = "this is \(format.words)"
    } else {
      let start = bytes.prefix(4).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      found = "this is not a picture (it starts with \(start.joined(separator: " ")))"
    }
    return file.error(.unknownFormat, "\(found); \(expected)")
  }
}

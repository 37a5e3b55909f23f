internal import CFFmpeg
import DepthIO
import PoseDocuments
import PoseSystem

/// The kind of input at a user's path.
enum InputKind {
  case folder
  /// A ZIP archive, which Record3D's recordings are.
  case archive
  case file

  init(_ path: String) throws(FileError) {
    guard path != "-" else {
      throw FileError(
        .noSuchFile, path: path,
        "videos are not read from it, because it can't be wound back: give a file")
    }
    var status = stat()
    guard stat(path.fileSystemBytes, &status) == 0 else {
      throw FileError(.noSuchFile, path: path, LocalFile.openingSentence(errno))
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      self = .folder
    } else {
      let start = status.st_mode & S_IFMT == S_IFREG ? try LocalFile.prefix(4, of: path) : []
      self = FileFormat(start) == .zip ? .archive : .file
    }
  }

  /// The inputs that are read, for sentences.
  static let expected =
    "a video file, a folder of numbered frames or a Record3D recording was expected"
}

extension InputKind {
  /// The error for a file that no demuxer of FFmpeg's knows.
  static func unknown(_ file: LocalFile) -> FileError {
    let start = file.prefix(512)
    if isPlaylist(start), let refusal = refusal(of: "hls", file) { return refusal }
    let found: String
    if let format = FileFormat(start) {
      found = format.words
    } else {
      found = isText(start) ? "text" : "nothing that FFmpeg knows"
    }
    return FileError(.unknownFormat, path: file.path, "this is \(found); \(expected)")
  }

  /// The error for a format that FFmpeg supports and that is not accepted as a video here: `nil`
  /// for all others.
  static func refusal(of format: String, _ file: LocalFile) -> FileError? {
    switch isPlaylist(file.prefix(512)) ? "hls" : format {
    case "hls", "concat", "dash", "imf", "sdp", "rtsp", "webm_dash_manifest":
      FileError(
        .unknownFormat, path: file.path,
        "this is a playlist (\(format)), which only names other files: give the video itself")
    case "tty", "bin", "adf", "idf", "xbin":
      FileError(
        .unknownFormat, path: file.path, "this is text; \(expected)")
    case _ where format == "image2" || format.hasSuffix("_pipe"):
      FileError(
        .unknownFormat, path: file.path,
        "this is an image, not a video; \(expected)", remedy: .measurePicture)
    default: nil
    }
  }

  /// The error for a file whose demuxer gave up on it.
  static func unopened(
    _ file: LocalFile, _ format: UnsafePointer<AVInputFormat>, code: Int32
  ) -> FileError {
    let name = String(cString: format.pointee.long_name)
    guard !isText(file.prefix(512)) else { return unknown(file) }
    return FileError(
      .damaged, path: file.path,
      "this file of the kind \(name) is damaged or cut short: it can't be opened "
        + "(FFmpeg: \(FFmpegWords.reason(code)))")
  }

  /// The error for a file without a video stream.
  static func noVideo(_ container: Container) -> FileError {
    let name = container.formatName
    let streams = container.streams
    guard streams.contains(where: { $0.parameters[.codec] != AV_CODEC_ID_NONE }) else {
      return FileError(
        .damaged, path: container.path,
        "no track of this file (\(name)) can be read: it is damaged or cut short")
    }
    let message: String
    if streams.contains(where: \.isDeepGrey) {
      return FileError(
        .unknownFormat, path: container.path, "the file (\(name)) holds depth alone, 16-bit grey",
        remedy: .giveAsDepth)
    } else if streams.contains(where: \.isSound) {
      message = "there is sound in this file (\(name)), but no video; \(expected)"
    } else {
      message = "there is no video in this file (\(name)); \(expected)"
    }
    return FileError(.unknownFormat, path: container.path, message)
  }

  /// Whether bytes begin a playlist of HTTP Live Streaming (RFC 8216, 4.3.1.1). From FFmpeg 7.1 on its demuxer knows one only
  /// by the file's name.
  static func isPlaylist(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: "#EXTM3U".utf8)
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    // The last character may be cut in two.
    let whole = bytes.count < 512 ? bytes : bytes.dropLast(4) + []
    guard !bytes.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) }) else { return false }
    return (0...3).contains { String(validating: whole.dropLast($0), as: UTF8.self) != nil }
  }
}

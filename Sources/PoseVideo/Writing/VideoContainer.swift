import PoseDocuments

/// The containers that videos are written in, by the ending of the file's name.
enum VideoContainer: String {
  case mp4
  case mov
  case mkv

  /// Throws `unsupported` for any other ending.
  init(_ path: String) throws(FileError) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    guard !path.hasSuffix("/"), let container = ending.flatMap(VideoContainer.init(rawValue:))
    else {
      let found = ending.map { "the ending .\($0)" } ?? "a name without an ending"
      throw FileError(
        .unsupported, path: path, "videos are written as .mp4, .mov or .mkv; this is \(found)")
    }
    self = container
  }

  /// FFmpeg's name of it.
  var muxer: String { self == .mkv ? "matroska" : rawValue }
}

public import PoseDocuments
import PoseSystem

/// The source of live frames: a camera of this machine, a stream in the network, a pipe, or a file
/// that is played as if it were one of them.
///
/// Its description is for people and logs: user names, passwords, and what stands behind a question mark
/// or an equals sign, where cameras have passwords, too, are left out.
public struct LiveAddress: Sendable, Equatable, CustomStringConvertible {
  /// The kind of the source.
  enum Kind: Equatable {
    /// A device that FFmpeg's libavdevice reads, by its name for such devices.
    case device(driver: String)
    case rtsp, http
    /// Bytes that come once, in order.
    case pipe
    case file
  }

  let kind: Kind
  /// The address or path that is opened.
  let target: String
  /// The address as it may be shown.
  public let description: String

  /// Whether it is a camera or a stream, which may be lost and found again, and has no end of its own.
  public var isConnection: Bool { kind != .pipe && kind != .file }

  /// An address as users write it: `/dev/video0`, `rtsp://…`, `rtsps://…`, `http://…`, `https://…`,
  /// `-` for standard input, or the path of a pipe or a file.
  ///
  /// - Throws: `FileError`: `noSuchFile` when there is no such camera or file, `unknownFormat` for
  ///   another kind of address or a folder.
  public init(_ text: String) throws(FileError) {
    if let scheme = Self.scheme(of: text) {
      target = text
      description = Self.shown(text, after: scheme)
      switch scheme.lowercased() {
      case "rtsp", "rtsps": kind = .rtsp
      case "http", "https": kind = .http
      default:
        throw FileError(
          .unknownFormat, path: description,
          "\(scheme):// is not read live: rtsp, rtsps, http and https are")
      }
      return
    }
    (target, description) = (text, text == "-" ? "standard input" : text)
    kind = text == "-" ? .pipe : try Self.kind(ofPath: text)
  }

  /// A device of libavdevice's, for tests.
  init(device: String, driver: String) {
    (kind, target, description) = (.device(driver: driver), device, device)
  }

  private static func kind(ofPath path: String) throws(FileError) -> Kind {
    var status = stat()
    guard stat(path.fileSystemBytes, &status) == 0 else {
      guard path.hasPrefix("/dev/") else {
        throw FileError(.noSuchFile, path: path, LocalFile.openingSentence(errno))
      }
      throw noCamera(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFCHR:
      #if os(Linux)
      return .device(driver: "video4linux2")
      #else
      throw FileError(
        .unsupported, path: path, "cameras of this machine are read on Linux only")
      #endif
    case S_IFIFO, S_IFSOCK: return .pipe
    case S_IFDIR:
      throw FileError(
        .unknownFormat, path: path, "this is a folder; a camera, a pipe or a file was expected")
    default: return .file
    }
  }

  /// The error for a camera that isn't there, with those that are.
  static func noCamera(_ path: String) -> FileError {
    let others = (0..<64).map { "/dev/video\($0)" }
      .filter { access($0.fileSystemBytes, F_OK) == 0 && $0 != path }
    return FileError(
      .noSuchFile, path: path,
      "there is no such camera; "
        + (others.isEmpty
          ? "no camera is connected to this machine"
          : "there \(others.count == 1 ? "is" : "are") \(others.joined(separator: ", "))"))
  }

  /// The scheme before "://"; `nil` for a path.
  private static func scheme(of text: String) -> Substring? {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon]
    let isScheme =
      scheme.first?.isLetter ?? false
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return isScheme ? scheme : nil
  }

  private static func shown(_ text: String, after scheme: Substring) -> String {
    let rest = text[text.index(scheme.endIndex, offsetBy: 3)...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    var host = rest[..<end]
    var path = rest[end...]
    if let at = host.lastIndex(of: "@") {
      host = host[host.index(after: at)...]
    } else if let at = rest.lastIndex(of: "@"), !isHostAndPort(host) {
      // A slash in a password that should have been written as %2F.
      (host, path) = (rest[rest.index(after: at)...], "")
      if let end = host.firstIndex(where: { "/?#".contains($0) }) {
        (host, path) = (host[..<end], host[end...])
      }
    }
    let safe = path.firstIndex { "?=#;&".contains($0) }.map { path[..<$0] + "…" } ?? path
    return "\(scheme)://\(host)\(safe)"
  }

  private static func isHostAndPort(_ text: Substring) -> Bool {
    guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else { return true }
    return text[text.index(after: colon)...].allSatisfy { $0.isASCII && $0.isNumber }
  }
}

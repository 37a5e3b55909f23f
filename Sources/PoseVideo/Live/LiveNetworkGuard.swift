internal import CFFmpeg

/// The limits of a stream in the network while FFmpeg reads it: a few redirections within one
/// machine, and so many bytes from one frame to the next.
///
/// FFmpeg follows redirections to any machine, RTSP's without a limit, and keeps what comes until a picture is
/// complete, however much that is.
final class LiveNetworkGuard {
  /// The context that opens an RTSP stream; `nil` for HTTP.
  private let context: UnsafeMutablePointer<AVFormatContext>?
  /// The connection of an HTTP stream, once it is open.
  var connection: UnsafeMutablePointer<AVIOContext>?
  private let host: String
  private var port: Int
  private let byteLimit: Int64
  /// FFmpeg's text of the address, which it replaces with another when it follows a redirection.
  private var location: UnsafePointer<CChar>?
  private var redirections = 0
  private var nextCount = ContinuousClock.now
  /// Bytes that had come with the last picture; `nil` until they are counted.
  private var bytesBefore: Int64?

  /// Redirections that are followed.
  private static let maximumRedirections = 5
  /// From one count of bytes to the next.
  private static let countInterval = Duration.milliseconds(50)

  /// - Parameters:
  ///   - address: where the stream is asked for.
  ///   - context: opened with an RTSP address; `nil` for HTTP, whose next connection by this thread is watched.
  ///   - byteLimit: bytes that may come without a picture.
  init(
    _ address: String, _ context: UnsafeMutablePointer<AVFormatContext>? = nil, byteLimit: Int
  ) {
    self.context = context
    self.byteLimit = Int64(byteLimit)
    (host, port) = Self.place(in: address)
    if context == nil { pose3d_watch_http() }
  }

  /// A picture has come.
  func restart() { bytesBefore = nil }

  /// The stream's violation of these limits, as a sentence; `nil` for none.
  func problem() -> String? { redirectionProblem() ?? byteProblem() }

  private func redirectionProblem() -> String? {
    let current =
      if let context { UnsafePointer<CChar>(context[.address]) } else {
        pose3d_http_location(connection)
      }
    guard let current, current != location else { return nil }
    if location != nil { redirections += 1 }
    location = current
    guard redirections <= Self.maximumRedirections else {
      return "it redirects again and again: \(Self.maximumRedirections) redirections are followed"
    }
    let other = Self.place(in: String(cString: current))
    port = other.port
    guard other.host != host else { return nil }
    // The camera's text, which a terminal could take for commands.
    let name = other.host.prefix(253).filter { $0.isLetter || $0.isNumber || ".:-_[]".contains($0) }
    return "it redirects to another machine, \(name), which is not followed: give the address there"
  }

  private func byteProblem() -> String? {
    let now = ContinuousClock.now
    guard bytesBefore == nil || now >= nextCount else { return nil }
    nextCount = now + Self.countInterval
    // What HTTP sends compressed takes the memory of what it becomes.
    let bytes = max(
      pose3d_bytes_from_port(Int32(clamping: port)), connection?[.bytesRead] ?? -1)
    guard bytes >= 0 else { return nil }
    // A connection that was closed no longer counts.
    let before = min(bytesBefore ?? bytes, bytes)
    bytesBefore = before
    guard bytes - before > byteLimit else { return nil }
    return "more than \(byteLimit >> 20) MiB came without an image"
  }

  /// Host and port of an address.
  static func place(in address: String) -> (host: String, port: Int) {
    let parts = address.split(separator: "://", maxSplits: 1)
    guard parts.count == 2 else { return ("", 0) }
    let usual = ["rtsp": 554, "rtsps": 322, "http": 80, "https": 443][parts[0].lowercased()] ?? 0
    var place = parts[1].prefix { !"/?#".contains($0) }
    if let at = place.lastIndex(of: "@") { place = place[place.index(after: at)...] }
    // An IPv6 address has colons of its own.
    let end = place.hasPrefix("[") ? place.firstIndex(of: "]") : nil
    guard let colon = place[(end ?? place.startIndex)...].lastIndex(of: ":") else {
      return (place.lowercased(), usual)
    }
    return (place[..<colon].lowercased(), Int(place[place.index(after: colon)...]) ?? usual)
  }
}

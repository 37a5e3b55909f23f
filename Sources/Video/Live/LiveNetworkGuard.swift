internal import CFFmpeg

/// What a stream in the network may do while FFmpeg reads it: redirect a few times within one machine, and send
/// so many bytes from one picture to the next.
///
/// FFmpeg follows RTSP's redirections without a limit, and keeps what comes until a picture is complete, however
/// much that is.
final class LiveNetworkGuard {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let host: String
  private var port: Int
  private let byteLimit: Int64
  /// The context's own text, which FFmpeg exchanges when it follows a redirection.
  private var url: UnsafeMutablePointer<CChar>?
  private var redirections = 0
  private var nextCount = ContinuousClock.now
  /// Bytes that had come with the last picture; `nil` until they are counted.
  private var bytesBefore: Int64?

  /// Redirections that are followed.
  private static let mostRedirections = 5
  /// From one count of bytes to the next.
  private static let countInterval = Duration.milliseconds(50)

  /// - Parameters:
  ///   - context: opened with the address.
  ///   - address: where the stream is asked for.
  ///   - byteLimit: bytes that may come without a picture.
  init(_ context: UnsafeMutablePointer<AVFormatContext>, _ address: String, byteLimit: Int) {
    self.context = context
    self.byteLimit = Int64(byteLimit)
    (host, port) = Self.place(in: address)
  }

  /// A picture has come.
  func restart() { bytesBefore = nil }

  /// What the stream does that it may not, as a sentence; `nil` for nothing.
  func problem() -> String? { redirectionProblem() ?? byteProblem() }

  /// The same of a redirection that has been followed.
  func problem(ofRedirectionTo place: String) -> String? {
    let other = Self.place(in: place)
    port = other.port
    guard other.host != host else { return nil }
    return
      "it redirects to another machine, \(other.host), which is not followed: give the address there"
  }

  private func redirectionProblem() -> String? {
    guard let current = context.pointee.url, current != url else { return nil }
    defer { url = current }
    guard url != nil else { return nil }
    redirections += 1
    guard redirections <= Self.mostRedirections else {
      return "it redirects again and again: \(Self.mostRedirections) redirections are followed"
    }
    return problem(ofRedirectionTo: String(cString: current))
  }

  private func byteProblem() -> String? {
    let now = ContinuousClock.now
    guard bytesBefore == nil || now >= nextCount else { return nil }
    nextCount = now + Self.countInterval
    let bytes = pose3d_bytes_from_port(Int32(clamping: port))
    guard bytes >= 0 else { return nil }
    // A connection that was closed no longer counts.
    let before = min(bytesBefore ?? bytes, bytes)
    bytesBefore = before
    guard bytes - before > byteLimit else { return nil }
    return "more than \(byteLimit >> 20) MiB came without a picture"
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

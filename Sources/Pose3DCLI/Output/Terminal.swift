import PoseAnalysis
import Foundation
import Synchronization

/// Text on one of the program's two streams, coloured only where a person watches.
struct Terminal {
  enum Style: String {
    case plain = ""
    case heading = "1"
    case faint = "2"
    case good = "32"
    case warning = "33"
    case error = "31"
  }

  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  /// Whether only errors and results are written: no tables, warnings or progress.
  static let isQuiet = Atomic(false)

  private let descriptor: Int32
  /// Whether escape sequences are written: a terminal that is not dumb, and no `NO_COLOR`.
  private let hasColor: Bool
  /// Whether a person watches: a terminal that is not dumb.
  let isWatched: Bool

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    let environment = ProcessInfo.processInfo.environment
    isWatched = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
    hasColor = isWatched && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Writes a line.
  func write(_ line: String, style: Style = .plain) { write([(line, style)]) }

  /// Writes a line of parts in styles of their own.
  ///
  /// With `--quiet` only errors are written.
  func write(_ parts: [(text: String, style: Style)]) {
    if Self.isQuiet.load(ordering: .relaxed), !parts.contains(where: { $0.style == .error }) {
      return
    }
    writeRaw(parts.map { styled($0.text, $0.style) }.joined() + "\n")
  }

  /// Writes text as it is: a document, or a message to the terminal.
  func writeRaw(_ text: String) { writeRaw(Data(text.utf8)) }

  /// Writes bytes as they are. What can't be written is found by `flush`.
  func writeRaw(_ bytes: Data) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          Self.failures.withLock { $0[descriptor] = errno }
          return
        }
      }
    }
  }

  /// Throws when something could not be written (a full disk, a closed stream); a reader that has
  /// gone away (`pose3d … | head`) is no error.
  func checkWritten(as name: String) throws(Failure) {
    guard let code = Self.failures.withLock({ $0[descriptor] }), code != EPIPE else { return }
    throw Failure(
      code: .ioError, message: "\(name) can't be written: \(String(cString: strerror(code)))")
  }

  /// Whether this stream's reader has gone away.
  var isReaderGone: Bool { Self.failures.withLock { $0[descriptor] == EPIPE } }

  private static let failures = Mutex<[Int32: Int32]>([:])

  /// The text in a style, when this stream has colour; what a terminal would obey is spelled out.
  func styled(_ text: String, _ style: Style) -> String {
    let text = text.safeForTerminal
    guard hasColor, style != .plain else { return text }
    return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
  }
}

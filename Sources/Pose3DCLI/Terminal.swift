import Foundation

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

  static let standardOutput = Terminal(handle: .standardOutput)
  static let standardError = Terminal(handle: .standardError)

  private let handle: FileHandle
  /// Whether escape sequences are written: a terminal that is not dumb, and no `NO_COLOR`.
  private let hasColor: Bool

  private init(handle: FileHandle) {
    self.handle = handle
    let environment = ProcessInfo.processInfo.environment
    hasColor =
      isatty(handle.fileDescriptor) == 1 && environment["TERM"] != "dumb"
      && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Writes a line.
  func write(_ line: String, style: Style = .plain) { writeRaw(styled(line, style) + "\n") }

  /// Writes text as it is. A reader that has gone away (`pose3d … | head`) is no error.
  func writeRaw(_ text: String) { try? handle.write(contentsOf: Data(text.utf8)) }

  /// The text in a style, when this stream has colour.
  func styled(_ text: String, _ style: Style) -> String {
    guard hasColor, style != .plain else { return text }
    return "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m"
  }
}

import Foundation
import PoseAnalysis
import PoseDocuments
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

extension Terminal {
  /// Writes what the user should know to stderr, a line each.
  static func warn(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { warn(diagnostic.commandLineWords) }
  }

  /// Writes a warning to stderr.
  static func warn(_ sentence: String) {
    standardError.write("warning: \(sentence.safeOnOneLine)", style: .warning)
  }

  /// Says which files were written.
  func writeWritten(_ paths: [String]) {
    for path in paths { write("wrote \(path.safeOnOneLine)", style: .faint) }
  }

  /// Says in one line how many plots were written, each as PNG and SVG.
  func writeWrittenPlots(_ files: [String], toFolder folder: String) {
    let count = Set(files.map { ($0 as NSString).deletingPathExtension }).count
    write(
      "wrote \(count) \(count == 1 ? "plot" : "plots") to \(folder.safeOnOneLine), as PNG and SVG",
      style: .faint)
  }
}

extension String {
  /// The text with what a terminal would obey, or that would make it show something else, spelled out:
  /// names of files and what stands in files may hold anything. A line may have breaks and tabs.
  var safeForTerminal: String {
    guard unicodeScalars.contains(where: { Self.spelling(of: $0) != nil }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let spelling = Self.spelling(of: scalar) {
        text += spelling
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The same on one line.
  var safeOnOneLine: String {
    safeForTerminal.replacing("\n", with: "\\n")
  }

  /// The escaped spelling of a character; `nil` for one that is shown as it is.
  private static func spelling(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09, 0x0A: return nil
    // The controls of ASCII and of Latin 1.
    case 0..<0x20, 0x7F..<0xA0: return "\\x" + hexadecimal(scalar.value)
    // Line and paragraph ends; what turns the direction of text around, seen or not.
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C:
      return "\\u{" + hexadecimal(scalar.value) + "}"
    default:
      // Bytes of a file's name that are no text.
      return String.byte(standingAs: scalar).map { "\\x" + hexadecimal(UInt32($0)) }
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}

/// The program's three streams.
enum StandardStreams {
  /// Takes the numbers of streams that are closed (`>&-`). The next file to be opened would get such a number,
  /// and what the program prints would be in it. Reading and writing still fail.
  static func open() {
    let modes = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) == -1 {
      // Numbers are given from the lowest on.
      guard Foundation.open("/dev/null", mode) == descriptor else {
        exit(Failure.Code.ioError.rawValue)
      }
    }
  }
}

import Synchronization

/// A bar that grows while a command works, where a person watches; nothing is written elsewhere.
struct ProgressBar {
  private static let width = 30

  private let total: Int
  private let terminal: Terminal
  private var shown: String?

  init(total: Int, on terminal: Terminal) {
    self.total = total
    self.terminal = terminal
  }

  /// Shows that so many of the total are done.
  mutating func show(_ done: Int) {
    guard terminal.isWatched, !Terminal.isQuiet.load(ordering: .relaxed) else { return }
    let line = Self.line(done, of: total)
    guard line != shown else { return }
    terminal.writeRaw("\r\(line)")
    shown = line
  }

  /// Takes the bar away, so that the line is free again.
  mutating func erase() {
    if shown != nil { terminal.writeRaw("\r\u{1b}[K") }
    shown = nil
  }

  private static func line(_ done: Int, of total: Int) -> String {
    let filled = total > 0 ? width * done / total : width
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(bar) \(done) of \(total)"
  }
}

import Foundation
import Synchronization

/// The progress of a long command: a bar with rate and remaining time on a terminal, a line every
/// few seconds elsewhere.
struct VideoProgress {
  private static let width = 24
  /// Seconds between two lines in a log, and between two pictures of the bar.
  private static let logInterval = 10.0
  private static let barInterval = 0.1

  private let verb: String
  private let total: Int?
  private let terminal: Terminal
  private let start = Date()
  private var last: Date
  private var isShown = false

  /// - Parameters:
  ///   - verb: what is done, "analysed".
  ///   - total: the number of frames; `nil` if it is unknown.
  init(_ verb: String, total: Int?, on terminal: Terminal) {
    self.verb = verb
    self.total = total.flatMap { $0 > 0 ? $0 : nil }
    self.terminal = terminal
    last = start
  }

  /// Does a piece of work that reports the number of finished frames, with the progress on stderr.
  static func showing<Result>(
    _ verb: String, total: Int?, _ work: ((Int) -> Void) throws -> Result
  ) rethrows -> Result {
    var progress = VideoProgress(verb, total: total, on: .standardError)
    defer { progress.erase() }
    return try work { progress.show($0) }
  }

  /// What is done with a video's frames.
  enum Reading: String {
    case first = "analysed"
    case second = "followed the camera in"
  }

  /// Analyses a video, with the progress on stderr: of the analysis, and of a second reading if there is one.
  static func analysing<Result>(
    _ total: Int?, _ work: ((Reading, Int) -> Void) throws -> Result
  ) rethrows -> Result {
    var reading = Reading.first
    var progress = VideoProgress(reading.rawValue, total: total, on: .standardError)
    defer { progress.erase() }
    return try work { current, done in
      if current != reading {
        progress.erase()
        reading = current
        progress = VideoProgress(reading.rawValue, total: total, on: .standardError)
      }
      progress.show(done)
    }
  }

  /// Shows that so many frames are done.
  mutating func show(_ done: Int) {
    guard !Terminal.isQuiet.load(ordering: .relaxed) else { return }
    let now = Date()
    let interval = terminal.isWatched ? Self.barInterval : Self.logInterval
    guard now.timeIntervalSince(last) >= interval else { return }
    last = now
    let line = line(done, seconds: now.timeIntervalSince(start))
    if terminal.isWatched {
      terminal.writeRaw("\r\u{1b}[K\(line)")
      isShown = true
    } else {
      terminal.write("pose3d: \(line)")
    }
  }

  /// Takes the bar away, so that the line is free again.
  mutating func erase() {
    if isShown { terminal.writeRaw("\r\u{1b}[K") }
    isShown = false
  }

  private func line(_ done: Int, seconds: Double) -> String {
    let rate = Double(done) / max(seconds, 1e-3)
    let speed = String(format: "%.1f frames/s", rate)
    // A file's own count may be wrong.
    guard let total, done <= total else { return "\(verb) \(done) frames, \(speed)" }
    let left = Self.clock(Double(total - done) / max(rate, 1e-3))
    let count = "\(verb) \(done) of \(total) frames, \(speed), \(left) left"
    guard terminal.isWatched else { return count }
    let filled = Self.width * done / total
    return String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.width - filled) + " \(count)"
  }

  private static func clock(_ seconds: Double) -> String {
    // A file may claim any number of frames.
    let whole = Int(min(seconds, 1e9).rounded(.up))
    return whole < 3600
      ? String(format: "%d:%02d", whole / 60, whole % 60)
      : String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }
}

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

import PoseAnalysis
import Foundation
import PoseSending
import PoseVideo

/// The counts and latencies of a run, for the lines at its end.
struct LiveRunTally {
  private var stages: [(name: String, latency: LatencyTally)] = []
  private var total = LatencyTally()
  private var lag = LatencyTally()
  private var frames = 0
  private var framesWithPeople = 0
  private var lastTime = 0.0

  mutating func add(_ stage: String, _ seconds: Double) {
    let place = stages.firstIndex { $0.name == stage } ?? stages.count
    if place == stages.count { stages.append((stage, LatencyTally())) }
    stages[place].latency.add(seconds)
  }

  /// Adds a frame whose last bytes came at a moment.
  mutating func add(_ frame: LiveFrame, since arrival: ContinuousClock.Instant, lag: Double) {
    total.add((ContinuousClock.now - arrival) / .seconds(1))
    self.lag.add(lag)
    frames += 1
    framesWithPeople += frame.people.isEmpty ? 0 : 1
    lastTime = frame.time
  }

  /// The lines at the end of a run.
  func lines(_ report: LiveReader.Report, dropped: Int, _ senders: [PoseSender]) -> [String] {
    var parts = ["measured \(Self.count(frames, "frame")) of \(Self.decimal(lastTime)) s"]
    parts.append("people in \(framesWithPeople)")
    parts.append("\(dropped) dropped for newer ones")
    if report.damaged > 0 { parts.append("\(report.damaged) damaged") }
    if report.reconnections > 0 {
      parts.append(Self.count(report.reconnections, "reconnection"))
    }
    var lines = [parts.joined(separator: ", ")]
    if frames > 0 {
      let all = stages + [("total", total), ("lag", lag)]
      lines.append(
        "ms, median / 95 %: "
          + all.map { "\($0.name) \(Self.milliseconds($0.latency))" }.joined(separator: ", "))
    }
    for sender in senders {
      let failed = sender.tally.failed == 0 ? "" : ", \(sender.tally.failed) lost"
      lines.append(
        "sent \(Self.count(sender.tally.sent, "datagram")) to \(sender.address)\(failed)")
    }
    return lines
  }

  private static func milliseconds(_ latency: LatencyTally) -> String {
    [0.5, 0.95].map { decimal(1000 * (latency.quantile($0) ?? 0)) }.joined(separator: " / ")
  }

  private static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }

  private static func decimal(_ number: Double) -> String { String(format: "%.1f", number) }
}

import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDetection
import PoseDocuments
import PoseMotion
import PoseSending
import PoseVideo

/// `pose3d live SOURCE`: pictures from elsewhere than the page, until they end or Ctrl-C.
struct LiveRun {
  let name: String
  let feed: LiveFeed
  let session: LiveSession
  let exercise: ExerciseChoice
  private var lines: LiveLines?
  private let senders: [PoseSender]
  private var annotation: LiveAnnotation?
  private let recorder: LiveRecorder?
  private var isRecording = true
  private let recordingPath: String?
  private let annotatedPath: String?
  private var tally = LiveRunTally()

  /// A run that has measured nothing yet.
  init(
    _ source: LiveSourceArguments, _ address: String, _ outputs: LiveOutputArguments,
    settings: LiveSession.Settings
  ) throws {
    (annotatedPath, recordingPath) = (outputs.annotate, outputs.record)
    _ = try OutputFile.all(
      [("--annotate", outputs.annotate), ("--record", outputs.record)]
        .filter { $0.1 != "-" }, inputs: [address, settings.measurement.camera.file?.name])
    senders = try outputs.senders()
    var settings = settings
    settings.name = try LiveAddress(address).description
    let name = settings.name
    (self.name, exercise) = (name, settings.measurement.exercise)
    let assets = try DetectionAssets.forCommand()
    Interruption.watch()
    session = try LiveSession(settings, assets: assets)
    let feed = try source.feed(address)
    self.feed = feed
    lines =
      outputs.writesLines
      ? LiveLines(
        source: name, format: feed.format, version: Pose3DCommand.version,
        detail: outputs.amount.detail)
      : nil
    annotation = outputs.annotate.map { LiveAnnotation(to: $0, frameRate: feed.frameRate ?? 30) }
    recorder = try outputs.record.map { path throws(FileError) in
      try LiveRecorder(to: path, source: name, version: Pose3DCommand.version)
    }
    for path in recorder?.earlierParts ?? [] {
      Terminal.warn(
        "\(path): a recording that was not finished is there and stays; pose3d exercise, angles, export and report read it."
      )
    }
  }

  /// Measures until the frames end, until Ctrl-C, or until the reader of standard output has closed
  /// it. In each case the output up to then is complete.
  mutating func run(quiet: Bool) throws {
    if !quiet {
      Terminal.standardError.write(
        "Reading \(name) (\(feed.format)). Ctrl-C ends it.", style: .faint)
    }
    let outcome = Result { try measure() }
    feed.stop()
    let written = try finish()
    let report = feed.report
    if report.isTruncated {
      Terminal.warn("\(name): it ends within an image.")
    }
    if !quiet {
      for line in tally.lines(report, dropped: feed.dropped, senders) {
        Terminal.standardError.write(line)
      }
      Terminal.standardError.writeWritten(written)
    }
    try outcome.get()
    try Terminal.standardOutput.checkWritten(as: "standard output")
  }

  private mutating func measure() throws {
    var hasWarned = false
    while let picture = try feed.next() {
      var clock = StageClock(arrival: picture.arrival)
      clock.end("wait", &tally)
      let hasHands = session.findsHands
      let frame = try session.add(picture.image, at: picture.time) { stage in
        if stage != .hands || hasHands { clock.end(stage.rawValue, &tally) } else { clock.skip() }
      }
      if !hasWarned { Terminal.warn(session.diagnostics) }
      hasWarned = true
      let isRead = try write(frame, picture)
      clock.end("write", &tally)
      tally.add(frame, since: picture.arrival, lag: picture.lag)
      guard isRead else { return }
    }
  }

  /// Hands a frame on. Returns whether a reader is still there.
  private mutating func write(_ frame: LiveFrame, _ picture: LiveReader.Frame) throws -> Bool {
    for sender in senders {
      if let problem = sender.send(frame) { Terminal.warn(problem) }
    }
    if let text = lines?.text(of: frame) { Terminal.standardOutput.writeRaw(text) }
    if let annotation, try !annotation.add(frame, on: picture.image) { return false }
    if isRecording, let recorder {
      do throws(FileError) {
        try recorder.add(frame)
        if recorder.isFull {
          isRecording = false
          Terminal.warn("recording has stopped: an hour is the most that one takes")
        }
      } catch {
        isRecording = false
        Terminal.warn("recording has stopped: \(error.commandLineWords)")
      }
    }
    return lines == nil || !Terminal.standardOutput.isReaderGone
  }

  /// Ends the files. Returns the names of those that were written.
  private mutating func finish() throws -> [String] {
    var written: [String] = []
    if let annotation {
      try annotation.finish()
      if let annotatedPath, annotatedPath != "-", annotation.count > 0 {
        written.append(annotatedPath)
      }
    }
    guard let recorder else { return written }
    do {
      if let summary = try recorder.finish(exercise: exercise) { written.append(summary.path) }
    } catch let error as FileError where error.code == .nobody {
      Terminal.warn(error.commandLineWords)
    }
    return written
  }
}

/// The time that the stages of one frame take.
private struct StageClock {
  private var last: ContinuousClock.Instant

  init(arrival: ContinuousClock.Instant) { last = arrival }

  mutating func end(_ stage: String, _ tally: inout LiveRunTally) {
    let now = ContinuousClock.now
    tally.add(stage, (now - last) / .seconds(1))
    last = now
  }

  mutating func skip() { last = .now }
}

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

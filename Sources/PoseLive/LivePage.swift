internal import DepthIO
internal import Foundation
public import PoseAnalysis
internal import PoseDocuments
internal import PoseImaging
internal import PoseMotion
internal import PoseWorkers

/// The conversation with a page: its pictures are measured, and it may choose an exercise, ask for hands
/// and record.
final class LivePage: Conversation {
  /// The maximum number of this server's recordings that a new page receives.
  private static let shownRecordings = 5

  private let settings: LivePageSettings
  private let largestPicture: Int
  private let log: LiveLog
  private let session: LiveSession
  private var recorder: LiveRecorder?
  /// The newest frame's measurement.
  private var newest: LiveFrame?
  /// Set when the camera's place has been judged; `nil` before the first time.
  private var hasAdvised: CancellationFlag?
  private var lastTime = -Double.infinity
  private var dropped = 0

  init(
    _ settings: LivePageSettings, detectors: DetectorPool, largestPicture: Int, log: LiveLog
  ) throws {
    (self.settings, self.largestPicture, self.log) = (settings, largestPicture, log)
    session = try LiveSession(settings.session, detectors: detectors)
  }

  func greeting() -> String {
    log.pageHasCome()
    return LivePageMessage.hello(
      version: settings.version, exercise: session.exercise, findsHands: session.findsHands,
      recordings: log.tally.recordings.suffix(Self.shownRecordings))
  }

  // MARK: Pictures

  func answer(
    to message: [UInt8], waited: Double, dropped: Int, say: @escaping @Sendable (String) -> Void
  ) -> String {
    guard let picture = LivePicture(message) else {
      return LivePageMessage.problem("The page sent something that is not an image.", number: nil)
    }
    guard picture.time > lastTime else {
      return LivePageMessage.problem(
        "The page sent an image that is not later than the one before.", number: picture.number)
    }
    do {
      var stages = [("wait", waited)]
      var last = ContinuousClock.now
      func end(_ stage: String) {
        let now = ContinuousClock.now
        stages.append((stage, (now - last) / .seconds(1)))
        last = now
      }
      let image = try picture.decoded(largest: largestPicture)
      end("decode")
      let frame = try session.add(image, at: picture.time) { end($0.rawValue) }
      (lastTime, newest) = (picture.time, frame)
      log.hasMeasured(dropped: dropped - self.dropped)
      self.dropped = dropped
      let problem = record(frame, say)
      return LivePageMessage.result(
        of: frame, number: picture.number, stages: stages, dropped: dropped,
        recording: recorder.map { ($0.frames, $0.seconds) }, problem: problem)
    } catch {
      return LivePageMessage.problem("\(error)", number: picture.number)
    }
  }

  /// Appends a frame to the recording, if there is one. A recording that can't go on is finished; returns why.
  private func record(
    _ frame: LiveFrame, _ say: @escaping @Sendable (String) -> Void
  ) -> String? {
    guard let recorder else { return nil }
    let problem: String
    do throws(FileError) {
      try recorder.add(frame)
      guard recorder.isFull else { return nil }
      problem = "The recording has stopped: an hour is the most that one takes."
    } catch {
      problem = "The recording has stopped: \(error)"
    }
    if let saving = stopRecording(say) { say(saving) }
    return problem
  }

  // MARK: Commands

  func answer(to command: String, say: @escaping @Sendable (String) -> Void) -> String? {
    guard let command = try? DocumentNode(parsing: Array(command.utf8)),
      let name = command["command"]?.string
    else { return LivePageMessage.problem("The page sent an unknown command.", number: nil) }
    switch name {
    case "exercise":
      guard let choice = command["exercise"]?.string.flatMap(LivePageMessage.choice(named:)) else {
        return LivePageMessage.problem("The page asked for an unknown exercise.", number: nil)
      }
      session.exercise = choice
      return nil
    case "hands":
      session.findsHands = command["on"]?.bool ?? false
      return nil
    case "advise":
      return advise(command["exercise"]?.string.flatMap(Exercise.init(rawValue:)), say)
    case "record":
      return command["on"]?.bool ?? false ? startRecording() : stopRecording(say)
    default:
      return LivePageMessage.problem("The page sent an unknown command.", number: nil)
    }
  }

  /// Judges the camera's place in a thread of its own, for that takes up to a second; for the exercise that the page
  /// names, else the one that was recognised, else squats.
  private func advise(
    _ named: Exercise?, _ say: @escaping @Sendable (String) -> Void
  ) -> String? {
    guard hasAdvised?.isSet ?? true else { return nil }
    let isOver = CancellationFlag()
    hasAdvised = isOver
    let frame = newest
    let recognized = frame?.people.first?.exercise.name.flatMap(Exercise.init(rawValue:))
    let exercise = named ?? recognized ?? .squat
    log.work("advice") {
      defer { isOver.set() }
      guard let frame else { return say(LivePageMessage.adviceFailed("no image has come yet")) }
      do throws(FileError) {
        say(LivePageMessage.advice(try PlacementAnalysis(live: [frame], exercise: exercise)))
      } catch {
        say(LivePageMessage.adviceFailed(error.message))
      }
    }
    return nil
  }

  private func startRecording() -> String? {
    guard recorder == nil else { return nil }
    do throws(FileError) {
      recorder = try LiveRecorder(
        to: RecordingName.free(in: settings.folder), source: "live camera",
        version: settings.version)
      return LivePageMessage.recording()
    } catch {
      return LivePageMessage.recordingFailed("\(error)")
    }
  }

  /// Finishes the recording in a thread of its own, for that takes a while.
  private func stopRecording(_ say: @escaping @Sendable (String) -> Void) -> String? {
    guard let recorder else { return nil }
    self.recorder = nil
    let (finished, exercise, log) = (UncheckedTransfer(recorder), session.exercise, log)
    log.work("recording") { say(Self.finish(finished.value, exercise, log)) }
    return LivePageMessage.savingRecording
  }

  func end() {
    guard let recorder else { return }
    self.recorder = nil
    _ = Self.finish(recorder, session.exercise, log)
  }

  /// Finishes a recording. Returns the message for the page.
  private static func finish(
    _ recorder: LiveRecorder, _ exercise: ExerciseChoice, _ log: LiveLog
  ) -> String {
    do {
      guard let summary = try recorder.finish(exercise: exercise) else {
        return LivePageMessage.recordingFailed("Nothing was recorded: there was no image.")
      }
      log.hasRecorded(summary)
      return LivePageMessage.recorded(summary)
    } catch {
      log.hasProblem("\(error)")
      return LivePageMessage.recordingFailed("\(error)")
    }
  }
}

/// The settings of the live page's measurement.
public struct LivePageSettings: Sendable {
  /// The initial settings of the measurement; the page may choose another exercise, and hands.
  public var session: LiveSession.Settings
  /// The folder for recordings, which has to exist; "" for the current one.
  public var folder: String
  /// The program's version, for recordings.
  public var version: String

  /// The settings of the page's measurement.
  public init(session: LiveSession.Settings, folder: String, version: String) {
    (self.session, self.folder, self.version) = (session, folder, version)
  }
}

/// A picture as the page sends it: its number (4 bytes), when it was taken in milliseconds by the page's
/// clock (8 bytes, a floating-point number), both little-endian, then a JPEG file.
struct LivePicture {
  let number: Int
  /// Seconds.
  let time: Double
  private let jpeg: ArraySlice<UInt8>

  private static let headerSize = 12
  /// The first bytes of every JPEG file. Other formats are not read here.
  private static let jpegMark: [UInt8] = [0xFF, 0xD8, 0xFF]
  /// Seconds; a page's clock begins when it is opened.
  private static let latest = 1e9

  /// `nil` for what is no such message.
  init?(_ message: [UInt8]) {
    guard message.count > Self.headerSize else { return nil }
    func integer(_ range: Range<Int>) -> UInt64 {
      message[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    number = Int(integer(0..<4))
    time = Double(bitPattern: integer(4..<12)) / 1000
    jpeg = message[Self.headerSize...]
    guard time.isFinite, abs(time) < Self.latest, jpeg.starts(with: Self.jpegMark) else {
      return nil
    }
  }

  /// The picture.
  ///
  /// - Parameter largest: pixels; what claims more is refused before it is decoded.
  func decoded(largest: Int) throws(FileError) -> ColorImage {
    var options = ReadingOptions()
    options.pixelLimit = largest
    return try ColorFile(bytes: Array(jpeg), name: "the image", options: options).image
  }
}

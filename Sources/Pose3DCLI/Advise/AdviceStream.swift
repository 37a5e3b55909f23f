import PoseAnalysis
import ArgumentParser
import Foundation
import PoseDocuments
import PoseMotion
import PoseVideo
import Synchronization

/// `pose3d advise SOURCE`: a camera of this machine or a stream, before which the person gets into place.
struct AdviceStream {
  /// The time to get into place, in seconds, as on the live page.
  static let usualWait = 6.0
  /// Seconds after that for which a person is waited for.
  private static let patience = 20.0
  /// The number of frames that are read, as of a video, and the seconds between two.
  private static let frames = (count: 5, spacing: 0.4)

  let address: LiveAddress
  let wait: Double
  let size: PictureSize?

  /// Whether an input is a camera or a stream, and not a file, of which some keep theirs in `/dev/shm`.
  static func isStream(_ input: String) -> Bool {
    LiveSourceArguments.isConnection(input) && !input.hasPrefix("/dev/shm/")
  }

  init(_ input: String, wait: Double?, size: PictureSize?) throws {
    address = try LiveAddress(LiveSourceArguments.address(of: input))
    self.wait = wait ?? Self.usualWait
    self.size = size
  }

  /// The advice for the place in which the camera sees the person after the wait, or before the stream ends.
  ///
  /// - Parameter progress: called with the share of the computation that is done, 0…1.
  func analysis(
    exercise: Exercise, options: MeasurementOptions, progress: (Double) -> Void
  ) throws -> PlacementAnalysis {
    var settings = LiveSession.Settings(options)
    settings.name = address.description
    let session = try LiveSession(settings, assets: try .forCommand())
    var reading = LiveReader.Options()
    reading.size = size.map { ($0.width, $0.height) }
    reading.keepsPace = true
    let name = address.description
    let feed = try LiveFeed(
      address, options: reading, onEvent: { LiveSourceArguments.tell($0, of: name) })
    defer { feed.stop() }
    if !Terminal.isQuiet.load(ordering: .relaxed) {
      Terminal.standardError.write(
        "Stand as at the start of the exercise, the whole body in the image: "
          + String(format: "%g s to get into place.", wait), style: .faint)
    }
    let frames = try frames(of: feed, session)
    if frames.isEmpty { throw FileError(.damaged, path: name, "no image came") }
    return try PlacementAnalysis(
      live: frames, exercise: exercise, name: name, progress: progress)
  }

  /// Frames with a person after the wait, or the last ones before the stream ends; without a person the last frame.
  private func frames(of feed: LiveFeed, _ session: LiveSession) throws -> [LiveFrame] {
    var bar = ProgressBar(total: max(1, Int(wait.rounded(.up))), on: .standardError)
    defer { bar.erase() }
    var (seen, last): ([LiveFrame], LiveFrame?) = ([], nil)
    while let image = try feed.next(), image.time < wait + Self.patience {
      let frame = try session.add(image.image, at: image.time)
      last = frame
      let isDue = seen.last.map { image.time - $0.time >= Self.frames.spacing } ?? true
      if isDue && frame.people.contains(where: { $0.pose != nil }) {
        seen = seen.suffix(Self.frames.count - 1) + [frame]
      }
      if let first = seen.first, seen.count == Self.frames.count, first.time >= wait { break }
      bar.show(min(Int(image.time), Int(wait)))
    }
    return seen.isEmpty ? [last].compactMap { $0 } : seen
  }
}

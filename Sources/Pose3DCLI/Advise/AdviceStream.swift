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

  /// The advice for the place in which the camera sees the person after the wait, or when the stream ends.
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
    guard let frame = try frame(of: feed, session) else {
      throw FileError(.damaged, path: name, "no image came")
    }
    return try PlacementAnalysis(
      live: frame, exercise: exercise, name: name, progress: progress)
  }

  /// The first frame with a person after the wait, else the last with a person, else the last.
  private func frame(of feed: LiveFeed, _ session: LiveSession) throws -> LiveFrame? {
    var bar = ProgressBar(total: max(1, Int(wait.rounded(.up))), on: .standardError)
    defer { bar.erase() }
    var last: LiveFrame?
    while let image = try feed.next(), image.time < wait + Self.patience {
      let frame = try session.add(image.image, at: image.time)
      let isSeen = frame.people.contains { $0.pose != nil }
      if isSeen || last?.people.contains(where: { $0.pose != nil }) != true { last = frame }
      if isSeen && image.time >= wait { break }
      bar.show(min(Int(image.time), Int(wait)))
    }
    return last
  }
}

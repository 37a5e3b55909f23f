internal import PoseMotion
internal import Pose3D

/// Frames of a video by one camera whose people are lifted one by one, and then each person's together.
struct LiftedFrames: Sendable {
  private var frames: [PoseRecording.Frame] = []
  private var tracks: [Int: Track] = [:]

  private let repairsSides: Bool

  /// No frames yet.
  ///
  /// - Parameter repairsSides: whether swapped sides of keypoints are put right.
  init(repairsSides: Bool) { self.repairsSides = repairsSides }

  /// The moments of a person, and where they belong.
  private struct Track: Sendable {
    var window: LiftingWindow
    /// Those whose poses are still to come.
    var places: [(frame: Int, person: Int)] = []
  }

  /// The number of frames.
  var count: Int { frames.count }

  /// Adds the next frame.
  ///
  /// - Parameters:
  ///   - startsShot: whether the video was cut before it.
  ///   - people: with the tracker's or the file's numbers. One who is alone and has none is the one who was alone
  ///     before; several without numbers are lifted by themselves.
  mutating func append(
    index: Int, time: Double, startsShot: Bool = false,
    people: [(id: Int?, moment: LiftedFrame)]
  ) {
    if startsShot { for number in tracks.keys { end(number) } }
    frames.append(
      PoseRecording.Frame(
        index: index, time: time,
        people: people.map { PoseObservation($0.moment.bodyPose, id: $0.id) },
        startsShot: startsShot))
    for (person, (id, moment)) in people.enumerated() {
      guard let number = id ?? (people.count == 1 ? Self.nobody : nil) else { continue }
      tracks[number, default: Track(window: LiftingWindow(repairsSides: repairsSides))].places
        .append((frames.count - 1, person))
      take(tracks[number]?.window.append(moment) ?? [], of: number)
    }
    // Of many who come and go, only those who are there are kept.
    for (number, track) in tracks
    where time - (track.window.lastTime ?? time) > LiftingWindow.longestPause {
      end(number)
    }
  }

  /// The frames, each person's moments solved together.
  func solved() -> [PoseRecording.Frame] {
    var ended = self
    for number in tracks.keys { ended.end(number) }
    return ended.frames
  }

  /// The number of who has none.
  private static let nobody = Int.min

  private mutating func end(_ number: Int) {
    take(tracks[number]?.window.finish() ?? [], of: number)
    tracks[number] = nil
  }

  private mutating func take(_ poses: [BodyPose], of number: Int) {
    guard let places = tracks[number]?.places.prefix(poses.count) else { return }
    for (place, pose) in zip(places, poses) {
      let id = frames[place.frame].people[place.person].id
      frames[place.frame].people[place.person] = PoseObservation(pose, id: id)
    }
    tracks[number]?.places.removeFirst(poses.count)
  }
}

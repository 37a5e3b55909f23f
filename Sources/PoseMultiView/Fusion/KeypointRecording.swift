internal import PoseGeometry
public import PoseImaging
public import Pose3D

/// One camera's recording of people: their keypoints, frame by frame.
public struct KeypointRecording: Sendable {
  /// The people in one frame.
  public struct Frame: Sendable {
    /// The frame's number in the file.
    public var index: Int
    /// Seconds by the camera's own clock; later than that of the frame before.
    public var time: Double
    /// The people, with the tracker's numbers (`Pose2D.id`) if there are any.
    public var people: [Pose2D]
    /// The rotation of the camera by the background against the first frame; `nil` where the images
    /// weren't read or don't show it.
    public var background: BackgroundTracker.Rotation?

    /// A frame.
    public init(
      index: Int, time: Double, people: [Pose2D], background: BackgroundTracker.Rotation? = nil
    ) {
      (self.index, self.time, self.people) = (index, time, people)
      self.background = background
    }
  }

  /// The camera's name, for tables and sentences.
  public var name: String
  /// The camera at the pictures' size.
  public var camera: Camera
  /// The frames in the order of their times.
  public var frames: [Frame]

  /// A recording.
  public init(name: String, camera: Camera, frames: [Frame]) {
    (self.name, self.camera, self.frames) = (name, camera, frames)
  }

  /// The median time between frames in seconds; `nil` of fewer than two.
  public var interval: Double? { frames.map(\.time).medianStep }
}

extension KeypointRecording {
  /// A moment that is nearer to a frame than this share of the interval is that frame.
  private static let coincidence = 0.02
  /// Frames farther apart than this many intervals have something missing between them.
  private static let longestStep = 1.6
  /// The maximum distance of a frame that is taken for a moment, in intervals, if only one of the
  /// two frames around the moment shows a person.
  private static let nearest = 0.6

  /// The people at a moment between frames: keypoints in proportion to the two frames around it.
  ///
  /// - Parameters:
  ///   - time: seconds by the camera's own clock.
  ///   - interval: the time between frames.
  /// - Returns: empty before the first and after the last frame, and in gaps.
  func people(at time: Double, interval: Double) -> [Pose2D] {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? frames[low - 1] : nil
    let after = low < frames.count ? frames[low] : nil
    for frame in [before, after] {
      if let frame, abs(frame.time - time) <= Self.coincidence * interval { return frame.people }
    }
    guard let before, let after else { return [] }
    let step = after.time - before.time
    guard step <= Self.longestStep * interval else { return [] }
    let share = (time - before.time) / step
    var people: [Pose2D] = []
    // One person alone without a number is the same one.
    let isOnePerson =
      before.people.count == 1 && after.people.count == 1
      && before.people[0].id == nil && after.people[0].id == nil
    for person in before.people {
      let isSame = { (other: Pose2D) in isOnePerson || other.id == person.id && person.id != nil }
      if let later = after.people.first(where: isSame) {
        people.append(person.between(later, share))
      } else if time - before.time <= Self.nearest * interval {
        people.append(person)
      }
    }
    let known = Set(before.people.compactMap(\.id))
    people += after.people.filter { person in
      !(person.id.map(known.contains) ?? false) && after.time - time <= Self.nearest * interval
        && (person.id != nil || before.people.isEmpty)
    }
    return people
  }
}

extension Pose2D {
  /// The pose in proportion to this one and a later one of the same person.
  fileprivate func between(_ later: Pose2D, _ share: Double) -> Pose2D {
    var pose = share < 0.5 ? self : later
    pose.points = [:]
    for (keypoint, a) in points {
      guard let b = later.points[keypoint] else { continue }
      func mean(_ x: Double, _ y: Double) -> Double { x + share * (y - x) }
      func mean(_ x: Double?, _ y: Double?) -> Double? {
        x.flatMap { x in y.map { x + share * ($0 - x) } }
      }
      pose.points[keypoint] = Point(
        x: mean(a.x, b.x), y: mean(a.y, b.y), confidence: min(a.confidence, b.confidence),
        presence: mean(a.presence, b.presence), sigma: mean(a.sigma, b.sigma))
    }
    pose.worldLandmarks = [:]
    for (keypoint, a) in worldLandmarks {
      guard let b = later.worldLandmarks[keypoint] else { continue }
      pose.worldLandmarks[keypoint] = a + share * (b - a)
    }
    return pose
  }
}

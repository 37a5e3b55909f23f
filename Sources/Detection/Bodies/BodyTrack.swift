internal import Geometry

/// One person who is followed from picture to picture: who it is and where to search next.
struct BodyTrack {
  /// The person's number, counted from 0 as people appear.
  let id: Int
  /// The person in the last picture.
  private(set) var landmarks: BodyLandmarks
  /// Where the person is searched for in the next picture.
  private(set) var region: SquareRegion
  /// When the person was last seen, in seconds.
  private(set) var time: Double

  /// Pixels a second that the hips move, of the last few pictures.
  private var velocity = SIMD2<Double>.zero

  /// MediaPipe smooths the two points that frame the body always, the landmarks only on demand;
  /// the constants are those of its `pose_landmark_filtering.pbtxt`.
  private var frameFilter = OneEuroFilter(
    minimumCutoff: 0.01, speedCoefficient: 10, speedCutoff: 1)

  /// A person who was found at a time in seconds.
  init(id: Int, landmarks: BodyLandmarks, at time: Double) {
    self.id = id
    self.landmarks = landmarks
    self.time = time
    region = landmarks.nextRegion
    follow(landmarks, at: time)
  }

  /// Goes on to where the person is now.
  mutating func follow(_ landmarks: BodyLandmarks, at time: Double) {
    let (hips, scalePoint) = (landmarks.hips, landmarks.scalePoint)
    let extent = SquareRegion(hips: hips, scalePoint: scalePoint, enlargement: 1).side
    let frame = frameFilter.filter(
      SIMD4(lowHalf: hips, highHalf: scalePoint), at: time, scale: extent > 0 ? 1 / extent : 0)
    let elapsed = time - self.time
    if elapsed > 0 {
      // A mean over about the last 0.2 s.
      velocity +=
        ((hips - self.landmarks.hips) / elapsed - velocity) * (elapsed / (elapsed + 0.2))
    }
    self.landmarks = landmarks
    self.time = time
    region = SquareRegion(hips: frame.lowHalf, scalePoint: frame.highHalf)
  }
}

extension BodyTrack {
  /// Seconds after which a person who was lost is a new one when they come back.
  static let memory = 1.0

  /// How far somebody who is found at a time is from where this person would be by now, as a share
  /// of how far they may be; `nil` when it can't be the same person.
  ///
  /// They may be a quarter of their square away, and half a square more for each second (a walk, in
  /// other words), and half as large again or as small.
  func distance(to person: BodyLandmarks, at time: Double) -> Double? {
    let elapsed = time - self.time
    guard elapsed <= Self.memory else { return nil }
    let (side, other) = (landmarks.nextRegion.side, person.nextRegion.side)
    guard max(side, other) <= 1.5 * min(side, other) else { return nil }
    // Nobody is expected to go on for long as they did when they were lost.
    let expected = landmarks.hips + velocity * min(elapsed, 0.5)
    let share = person.hips.distance(to: expected) / ((0.25 + 0.5 * elapsed) * side)
    return share <= 1 ? share : nil
  }
}

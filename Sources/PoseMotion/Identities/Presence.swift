internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The evidence that a person whom a detector followed through a video is one.
package struct Presence: Sendable, Equatable {
  /// The median of the detector's confidence.
  package let confidence: Double
  /// The images in which the person was detected.
  package let count: Int
  /// The mean speed of the joints against the hips in m/s, as they were measured, which a quarter of the images exceed;
  /// `nil` where too few of them are near enough to each other.
  package let speed: Double?

  /// The median confidence below which it is doubtful that a person is there. In 55 public videos it was 0.83 and more
  /// of 63 people, 0.63 and 0.73 of two who weren't there, and 0.37 to 0.70 of five of whom little was seen.
  private static let leastConfidence = 0.8
  /// What nothing that people do exceeds: in 11 public videos 25 people who are seen had at most 1.5 m/s. Of ten who weren't
  /// there, or were hidden by others, eight had 2.7 to 7.9.
  private static let greatestSpeed = 2.5
  /// The images that are compared are so many seconds apart; the fewest pairs of them. Chosen.
  private static let (pairInterval, fewestPairs) = (0.02...0.055, 5)

  /// The evidence of observations in the order of their times; `nil` for none.
  init?(of observations: [(time: Double, observation: PoseObservation)]) {
    guard let confidence = observations.map(\.observation.confidence).median else { return nil }
    (self.confidence, count) = (confidence, observations.count)
    speed = Self.speed(of: observations)
  }

  /// Whether too little of the person is seen to be sure that there is one.
  package var isFaint: Bool { confidence < Self.leastConfidence }

  /// Whether the joints jump from image to image as no person's do.
  package var isJumping: Bool { speed.map { $0 > Self.greatestSpeed } ?? false }

  /// Whether nothing speaks for a person: the joints jump, or the person is there for a moment only, of a number of
  /// images.
  func isRefuted(in images: Int) -> Bool {
    isFaint && (isJumping || (count < Self.fewestPairs && 10 * count <= images))
  }

  private static func speed(
    of observations: [(time: Double, observation: PoseObservation)]
  ) -> Double? {
    var speeds: [Double] = []
    var first = 0
    for (time, observation) in observations {
      // The earliest of those that are near enough: what is noise counts less then.
      while time - observations[first].time > pairInterval.upperBound { first += 1 }
      let step = time - observations[first].time
      guard pairInterval.contains(step) else { continue }
      let (before, now) = (
        observations[first].observation.body.positions, observation.body.positions
      )
      let sum = Joint.allCases.reduce(0) { sum, joint in
        sum + ((now[joint] - now[.root]) - (before[joint] - before[.root])).length
      }
      speeds.append(sum / Double(Joint.allCases.count) / step)
    }
    guard speeds.count >= fewestPairs else { return nil }
    return speeds.sorted()[3 * speeds.count / 4]
  }
}

extension PoseSequence {
  /// The evidence of one of its people; `nil` for one who was never detected.
  package func presence(of person: PersonMotion) -> Presence? {
    Presence(
      of: person.states.enumerated().compactMap { frame, state in
        state?.observation.map {
          (recording.frames[frame].time, recording.frames[frame].people[$0])
        }
      })
  }
}

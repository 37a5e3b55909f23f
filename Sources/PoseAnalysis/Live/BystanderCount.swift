internal import PoseDetection
internal import PoseImaging

/// Counts now and then who is in the picture besides those who are followed.
final class BystanderCount {
  private let detector: BodyPoseDetector
  private let followed: Int
  private var lastSearch = -Double.infinity
  private var others = 0

  /// Seconds from one search to the next: it takes as long as two frames.
  private static let interval = 3.0

  /// A count with a detector's models, for a session that follows so many people.
  init(_ detector: BodyPoseDetector, besides followed: Int) {
    self.detector = BodyPoseDetector(sharing: detector, maximumCount: followed + 1)
    self.followed = followed
  }

  /// Nothing is known any more.
  func reset() { (lastSearch, others) = (-.infinity, 0) }

  /// The number of people besides those who are followed, by the last inference pass.
  func count(
    in picture: ColorImage, besides count: Int, at time: Double
  ) throws(DetectionError) -> Int {
    guard count == followed else { return 0 }
    if time - lastSearch >= Self.interval {
      lastSearch = time
      others = max(0, try detector.poses(in: picture).count - followed)
    }
    return others
  }
}

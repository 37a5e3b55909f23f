/// One person who is followed from picture to picture: who it is and where to look next.
struct BodyTrack {
  /// The person's number, counted from 0 as people appear.
  let id: Int
  /// The person in the last picture.
  private(set) var landmarks: BodyLandmarks
  /// Where the person is looked for in the next picture.
  private(set) var region: SquareRegion

  /// MediaPipe smooths the two points that frame the body always, the landmarks only on demand;
  /// the constants are those of its `pose_landmark_filtering.pbtxt`.
  private var frameFilter = OneEuroFilter(
    minimumCutoff: 0.01, speedCoefficient: 10, speedCutoff: 1)

  /// A person who was found at a time in seconds.
  init(id: Int, landmarks: BodyLandmarks, at time: Double) {
    self.id = id
    self.landmarks = landmarks
    region = SquareRegion(hips: landmarks.hips, scalePoint: landmarks.scalePoint)
    follow(landmarks, at: time)
  }

  /// Goes on to where the person is now.
  mutating func follow(_ landmarks: BodyLandmarks, at time: Double) {
    let (hips, scalePoint) = (landmarks.hips, landmarks.scalePoint)
    let extent = SquareRegion(hips: hips, scalePoint: scalePoint, enlargement: 1).side
    let frame = frameFilter.filter(
      SIMD4(lowHalf: hips, highHalf: scalePoint), at: time, scale: extent > 0 ? 1 / extent : 0)
    self.landmarks = landmarks
    region = SquareRegion(hips: frame.lowHalf, scalePoint: frame.highHalf)
  }
}

public import DepthIO
public import Pose3D

/// Follows people through the pictures of a video, which is faster than looking for them anew in
/// each: a person is looked for where they were, and the person detector runs only while fewer
/// people are followed than `maximumCount` asks for.
///
/// Landmarks are not smoothed; only the region in which a person is looked for is, as in MediaPipe.
/// Unlike MediaPipe, a person who is lost is looked for again in the same picture, not in the next.
public final class BodyPoseTracker {
  private let detector: BodyPoseDetector
  private var tracks: [BodyTrack] = []
  private var lastTime: Double?
  private var nextID = 0

  /// A tracker that follows nobody yet. It shares the detector's thread.
  public init(detector: BodyPoseDetector) {
    self.detector = detector
  }

  /// The people in the next picture of the video, the most prominent first, as
  /// `BodyPoseDetector.poses(in:)` returns them, with `id` set: a number that stays while a person
  /// is followed and is never given twice.
  ///
  /// - Parameters:
  ///   - picture: the picture; all pictures of a video have one size.
  ///   - time: when it was taken, in seconds. A time that isn't later than the one before begins a
  ///     new video: nobody is followed any more.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func poses(
    in picture: ColorImage, at time: Double
  ) throws(DetectionError) -> [Pose2D] {
    if let lastTime, !(time > lastTime) { tracks = [] }
    lastTime = time
    try follow(in: picture, at: time)
    let missing = detector.options.maximumCount - tracks.count
    if missing > 0 {
      let known = tracks.map(\.landmarks)
      for person in try detector.newcomers(in: picture, besides: known, atMost: missing) {
        tracks.append(BodyTrack(id: nextID, landmarks: person, at: time))
        nextID += 1
      }
    }
    tracks.sort { $0.landmarks.region.side > $1.landmarks.region.side }
    return tracks.map { $0.landmarks.pose(in: picture.width, picture.height, id: $0.id) }
  }

  /// Moves each track to where its person is now. A track ends when its person is gone, and when it
  /// has slipped onto somebody who is followed already.
  private func follow(in picture: ColorImage, at time: Double) throws(DetectionError) {
    var kept: [BodyTrack] = []
    for var track in tracks {
      guard let person = try detector.person(in: picture, region: track.region),
        !kept.contains(where: { $0.landmarks.isSamePerson(as: person) })
      else { continue }
      track.follow(person, at: time)
      kept.append(track)
    }
    tracks = kept
  }
}

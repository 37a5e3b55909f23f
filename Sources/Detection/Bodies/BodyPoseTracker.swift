public import Imaging
public import Pose3D

/// Follows people through the pictures of a video, which is faster than looking for them anew in
/// each: a person is looked for where they were. The person detector runs only where there is a
/// reason: nobody is followed, somebody has just been lost, or fewer people are followed than
/// `maximumCount` asks for and `searchInterval` has gone by.
///
/// Landmarks are not smoothed; only the region in which a person is looked for is, as in MediaPipe.
/// Unlike MediaPipe, a person who is lost is looked for again in the same picture, not in the next.
public final class BodyPoseTracker {
  private let detector: BodyPoseDetector
  private let searchInterval: Double
  private var tracks: [BodyTrack] = []
  private var lost: [BodyTrack] = []
  private var lastTime: Double?
  private var lastSearch: Double?
  private var nextID = 0

  /// A tracker that follows nobody yet. It shares the detector's thread.
  ///
  /// - Parameter searchInterval: seconds from one search for further people to the next while some
  ///   are followed, but fewer than `maximumCount`; 0 searches every picture, as MediaPipe does.
  public init(detector: BodyPoseDetector, searchInterval: Double = 0.5) {
    precondition(searchInterval >= 0, "\(searchInterval) seconds between two searches")
    self.detector = detector
    self.searchInterval = searchInterval
  }

  /// The people in the next picture of the video, the most prominent first, as
  /// `BodyPoseDetector.poses(in:)` returns them, with `id` set: a number that stays while a person
  /// is followed and is never given to another. A person who is lost and found again within a
  /// second, about where they would be by then, keeps it.
  ///
  /// - Parameters:
  ///   - picture: the picture; all pictures of a video have one size.
  ///   - time: when it was taken, in seconds. A time that isn't later than the one before begins a
  ///     new video: nobody is followed any more.
  ///   - regionOfInterest: the part of the picture that is searched, as for
  ///     `BodyPoseDetector.poses(in:)`; who leaves it is lost.
  ///   - depth: a depth map of the same view, for the order.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func poses(
    in picture: ColorImage, at time: Double, regionOfInterest: RegionOfInterest? = nil,
    depth: DepthMap? = nil
  ) throws(DetectionError) -> [Pose2D] {
    if let lastTime, !(time > lastTime) { (tracks, lost, lastSearch) = ([], [], nil) }
    lastTime = time
    lost.removeAll { time - $0.time > BodyTrack.memory }
    let followed = tracks.count
    if let window = PictureWindow(picture, regionOfInterest) {
      try follow(in: picture, window, at: time)
      if searches(at: time, hasLost: tracks.count < followed) {
        try search(picture, window, at: time, depth: depth)
      }
    } else {
      lost += tracks
      tracks = []
    }
    return tracks.map(\.landmarks)
      .prominence(depth: depth, inPicture: picture.width, picture.height)
      .map { tracks[$0].landmarks.pose(in: picture.width, picture.height, id: tracks[$0].id) }
  }

  private func searches(at time: Double, hasLost: Bool) -> Bool {
    guard tracks.count < detector.options.maximumCount else { return false }
    guard let lastSearch, !tracks.isEmpty, !hasLost else { return true }
    return time - lastSearch >= searchInterval
  }

  /// Moves each track to where its person is now. A track is lost when its person is gone, and when
  /// it has slipped onto somebody who is followed already.
  private func follow(
    in picture: ColorImage, _ window: PictureWindow, at time: Double
  ) throws(DetectionError) {
    var kept: [(track: BodyTrack, person: BodyLandmarks)] = []
    for track in tracks {
      guard let person = try detector.person(in: picture, region: track.region),
        window.contains(person)
      else {
        lost.append(track)
        continue
      }
      // Of two tracks on one person, that one goes on which had to move less.
      if let twin = kept.firstIndex(where: { $0.person.isSamePerson(as: person) }) {
        let isBetter = person.slip < kept[twin].person.slip
        lost.append(isBetter ? kept[twin].track : track)
        if isBetter { kept[twin] = (track, person) }
      } else {
        kept.append((track, person))
      }
    }
    tracks = kept.map { track, person in
      var track = track
      track.follow(person, at: time)
      return track
    }
  }

  /// Fills the places that are free with the most prominent people who aren't followed yet.
  private func search(
    _ picture: ColorImage, _ window: PictureWindow, at time: Double, depth: DepthMap?
  ) throws(DetectionError) {
    lastSearch = time
    let people = try detector.newcomers(
      in: picture, window, besides: tracks.map(\.landmarks), depth: depth)
    let taken = people.prominence(depth: depth, inPicture: picture.width, picture.height)
      .prefix(detector.options.maximumCount - tracks.count).map { people[$0] }
    for (person, id) in zip(taken, identities(of: taken, at: time)) {
      tracks.append(BodyTrack(id: id, landmarks: person, at: time))
    }
  }

  /// The numbers of people who have just been found: those of the lost whom they are nearest to,
  /// new ones for the others.
  private func identities(of people: [BodyLandmarks], at time: Double) -> [Int] {
    var ids = [Int?](repeating: nil, count: people.count)
    let pairs = people.indices.flatMap { index in
      lost.compactMap { track in
        track.distance(to: people[index], at: time).map {
          (distance: $0, index: index, id: track.id)
        }
      }
    }
    for pair in pairs.sorted(by: { ($0.distance, $0.index, $0.id) < ($1.distance, $1.index, $1.id) }
    )
    where ids[pair.index] == nil && !ids.contains(pair.id) {
      ids[pair.index] = pair.id
    }
    lost.removeAll { ids.contains($0.id) }
    return ids.map { id in
      if let id { return id }
      defer { nextID += 1 }
      return nextID
    }
  }
}

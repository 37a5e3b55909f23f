internal import PoseGeometry
public import PoseImaging
public import Pose3D

/// Follows people through the frames of a video, which is faster than searching each frame: a
/// person is expected near their last position. The person detector runs only for a reason: no
/// person is followed, a person has just been lost, or fewer people are followed than
/// `maximumCount` asks for and `searchInterval` has gone by.
///
/// Landmarks are not smoothed; only the region in which a person is looked for is, as in MediaPipe.
/// Unlike MediaPipe, a person who is lost is looked for again in the same picture, not in the next.
///
/// If the detector's `Options.effort` requires several inference passes, each person gets them in
/// each frame. The first pass decides identities and the squares to search next.
public final class BodyPoseTracker {
  private let detector: BodyPoseDetector
  private let searchInterval: Double
  private var tracks: [BodyTrack] {
    get { memory.tracks }
    set { memory.tracks = newValue }
  }
  private var lost: [BodyTrack] {
    get { memory.lost }
    set { memory.lost = newValue }
  }
  /// The tracks of people; the others are followed so that they are not found again.
  private var people: [BodyTrack] { tracks.filter { !$0.isDuplicate } }
  /// Whom it follows, and what it knows of them. A tracker that is given the memory of another goes on
  /// as that one would have.
  public var memory = TrackingMemory()
  /// The people who came into view, in the order of time; `nil` for no record of them.
  package var beginnings: [TrackBeginning]?
  /// The numbers of those who gave way to larger ones.
  package private(set) var replaced: [Int] = []

  /// A tracker without people yet. It shares the detector's thread.
  ///
  /// - Parameters:
  ///   - detector: the detector.
  ///   - searchInterval: seconds from one search for further people to the next while some are followed,
  ///     but fewer than `maximumCount`; 0 searches every picture, as MediaPipe does.
  public init(detector: BodyPoseDetector, searchInterval: Double = 0.5) {
    precondition(searchInterval >= 0, "\(searchInterval) seconds between two searches")
    self.detector = detector
    self.searchInterval = searchInterval
  }

  /// Begins a new video with the next frame: all tracks end, and no number is given twice.
  package func forget() { memory = TrackingMemory(nextID: memory.nextID) }

  /// The people in the next picture of the video, the most prominent first, as
  /// `BodyPoseDetector.poses(in:)` returns them, with `id` set: a number that stays while a person
  /// is followed and is never given to another. A person who is lost and found again within a minute,
  /// where they can be by then and dressed as they were, keeps it. For two seconds no other person takes
  /// their place. Where no place is free, one who was found less than three seconds before gives way to one who is much
  /// larger, and one of whom hardly anything is visible to one whose visible points take up more of the picture. No person
  /// gets the number of a person of another appearance, and no two people have
  /// the same points. A second skeleton that most likely lies on another person's body isn't returned.
  /// A person of whom no elbow, wrist, knee or ankle has been visible for about a second, though three
  /// of them are within the image, is no longer followed. Where the video was cut,
  /// all tracks end; `memory.isAtCut` tells.
  ///
  /// - Parameters:
  ///   - picture: the picture; all pictures of a video have one size.
  ///   - time: the time of capture, in seconds. A time that isn't later than the previous one
  ///     begins a new video: all tracks end.
  ///   - regionOfInterest: the part of the picture that is searched, as for
  ///     `BodyPoseDetector.poses(in:)`; who leaves it is lost.
  ///   - depth: a depth map of the same view, for the order.
  /// - Throws: `DetectionError` with the code `inferenceFailed`.
  public func poses(
    in picture: ColorImage, at time: Double, regionOfInterest: RegionOfInterest? = nil,
    depth: DepthMap? = nil
  ) throws(DetectionError) -> [Pose2D] {
    if let lastTime = memory.lastTime, !(time > lastTime) {
      memory = TrackingMemory(nextID: memory.nextID)
    }
    let change = memory.shot.change(to: picture, at: time)
    if change == .cut { memory.endTracks() }
    let elapsed = memory.lastTime.map { time - $0 } ?? 0
    memory.lastTime = time
    lost.removeAll { time - $0.time > BodyTrack.memory }
    let followed = tracks
    var newcomers: [Int] = []
    if let window = PictureWindow(picture, regionOfInterest) {
      try follow(in: picture, window, at: time)
      if change == .possibleCut, !followed.isEmpty, !isAnyone(of: followed, whereTheyWere: tracks) {
        memory.shot.begin(at: time)
        memory.endTracks()
      }
      if searches(at: time, hasLost: tracks.count < followed.count) {
        newcomers = try search(picture, window, at: time, depth: depth)
      }
    } else {
      lost += tracks.map { track in
        var track = track
        track.isLost = true
        return track
      }
      tracks = []
    }
    for index in tracks.indices {
      tracks[index].see(inPicture: picture.width, picture.height, after: elapsed)
    }
    tracks.removeAll(where: \.isThing)
    if !tracks.isEmpty { memory.headlessSearches = nil }
    try detector.judgeDuplicates(among: &tracks, in: picture, at: time, after: elapsed)
    let new = tracks.renumber(newcomers)
    beginnings?.append(contentsOf: new.map { TrackBeginning(tracks[$0]) })
    var poses: [Pose2D] = []
    let people = people
    let order = people.map(\.landmarks)
      .prominence(depth: depth, inPicture: picture.width, picture.height)
    for track in order.map({ people[$0] }) {
      if let found = try detector.pose(of: track.landmarks, in: picture, id: track.id) {
        poses.append(found.pose)
      }
    }
    return poses
  }

  /// Whether anyone is seen about where they were one image before, dressed alike, as is not the case across a cut.
  private func isAnyone(of before: [BodyTrack], whereTheyWere now: [BodyTrack]) -> Bool {
    before.contains { earlier in
      now.contains {
        $0.id == earlier.id && !$0.landmarks.isElsewhere(than: earlier.landmarks)
          && !$0.isDressedOtherwise
      }
    }
  }

  // MARK: Following

  /// A person in the frame, with their appearance.
  typealias Candidate = (person: BodyLandmarks, appearance: BodyAppearance)

  /// Assigns the people who are seen where people are expected to the tracks, each to one at most,
  /// at the least total cost. A person who isn't seen, or only as another one, is lost; a recently
  /// lost person may be back.
  private func follow(
    in picture: ColorImage, _ window: PictureWindow, at time: Double
  ) throws(DetectionError) {
    var seen: [BodyLandmarks] = []
    func detect(in region: SquareRegion) throws(DetectionError) {
      guard let person = try detector.person(in: picture, region: region), window.contains(person)
      else { return }
      // Of two findings of one person, that one counts which was met more squarely.
      if let twin = seen.firstIndex(where: { $0.isSamePerson(as: person) }) {
        if person.cropMisalignment < seen[twin].cropMisalignment { seen[twin] = person }
      } else {
        seen.append(person)
      }
    }
    for track in tracks { try detect(in: track.region) }
    for track in lost where time - track.time <= BodyTrack.pause {
      let region = track.expectedRegion(at: time)
      if window.mayShow(region) { try detect(in: region) }
    }
    let candidates = seen.map { (person: $0, appearance: BodyAppearance(of: $0, in: picture)) }
    let known = tracks + lost.filter { time - $0.time <= BodyTrack.pause }
    assign(candidates, to: known, at: time)
  }

  /// Continues the tracks to which a person can be assigned; the others are lost.
  private func assign(_ candidates: [Candidate], to known: [BodyTrack], at time: Double) {
    let owners = Self.owners(of: candidates, among: known, at: time)
    var (followed, gone) = ([BodyTrack](), [BodyTrack]())
    for (place, track) in known.enumerated() {
      guard let number = owners.firstIndex(of: place) else {
        var track = track
        track.isLost = true
        gone.append(track)
        continue
      }
      followed.append(self.followed(track, candidates, number, at: time))
    }
    let ids = Set(known.map(\.id))
    tracks = tracks.filter { !ids.contains($0.id) } + followed
    lost = lost.filter { !ids.contains($0.id) } + gone
  }

  /// A track that goes on with one of those who are seen.
  private func followed(
    _ track: BodyTrack, _ candidates: [Candidate], _ number: Int, at time: Double
  ) -> BodyTrack {
    let (person, appearance) = candidates[number]
    let isAlone = !candidates.indices.contains {
      $0 != number && candidates[$0].person.box.coverage(with: person.box) > Self.near
    }
    var track = track
    track.follow(person, appearance, isAlone: isAlone, at: time)
    return track
  }

  /// The share of a person's rectangle that may lie in another's before what is seen of them may be the
  /// other's.
  private static let near = 0.1
  /// The cost of a person without a track: more than any match can have.
  private static let untracked = 100.0

  /// The place of each candidate's track among some tracks; `nil` where a candidate has none.
  static func owners(
    of candidates: [Candidate], among tracks: [BodyTrack], at time: Double, isOneOfAll: Bool = false
  ) -> [Int?] {
    let costs = candidates.map { candidate in
      tracks.map { track in
        track.cost(of: candidate.person, candidate.appearance, at: time, isOneOfAll: isOneOfAll)
          ?? 10 * untracked
      }
        + [Double](repeating: untracked, count: candidates.count)
    }
    return cheapestAssignment(costs).map { $0 < tracks.count ? $0 : nil }
  }

  // MARK: Searching

  /// Seconds for which no other person is followed in place of a lost one, at most.
  static let patience = 2.0

  private func searches(at time: Double, hasLost: Bool) -> Bool {
    let isFull = people.count >= detector.options.maximumCount
    // A person who is followed in place of a lost one gives way when that one comes back.
    guard !isFull || lost.contains(where: { isSenior($0) }) || mayBeReplaced else { return false }
    guard let lastSearch = memory.lastSearch, !tracks.isEmpty, !hasLost else { return true }
    return time - lastSearch >= searchInterval
  }

  /// Whether a lost person was followed before one of those who are followed now.
  private func isSenior(_ track: BodyTrack) -> Bool {
    !track.isDuplicate && people.contains { $0.id > track.id }
  }

  /// Whether one of those who are followed may give way to another person.
  private var mayBeReplaced: Bool { people.contains(where: \.isProvisional) }

  /// Whether it is time to look for people without heads. Then the search is noted.
  private func takesHeadlessSearch(at time: Double) -> Bool {
    guard memory.headlessSearches?.isDue(at: time) ?? true else { return false }
    memory.headlessSearches = HeadlessSearches(
      first: memory.headlessSearches?.first ?? time, last: time)
    return true
  }

  /// The places that are free, less those that are kept for people who were just lost.
  private func freePlaces(at time: Double) -> Int {
    let kept = lost.count { !$0.isDuplicate && $0.keepsPlace(at: time) }
    return detector.options.maximumCount - people.count - kept
  }

  /// The positions of people who are followed from now on. Where no place is free, those who are followed, or were just lost,
  /// and give way to them are forgotten.
  ///
  /// - Parameter others: people who aren't followed, the most prominent first.
  private func admitted(
    of others: [BodyLandmarks], in picture: ColorImage, at time: Double
  ) throws(DetectionError) -> [Int] {
    var admitted: [Int] = []
    for (position, other) in others.enumerated() {
      let missing = max(0, admitted.count + 1 - freePlaces(at: time))
      let confidence = other.confidence(inPicture: picture.width, picture.height)
      let weaker = (people + lost).filter { track in
        !track.isDuplicate && time - track.time <= Self.patience
          && track.givesWay(
            to: other, confidence: confidence, inPicture: picture.width, picture.height)
          && !track.landmarks.isSamePerson(as: other)
      }.sorted { $0.landmarks.region.side < $1.landmarks.region.side }.prefix(missing)
      guard weaker.count == missing, try detector.isSteady(other, in: picture) else { continue }
      let ids = weaker.map(\.id)
      tracks.removeAll { ids.contains($0.id) }
      lost.removeAll { ids.contains($0.id) }
      replaced += ids
      admitted.append(position)
    }
    return admitted
  }

  /// Fills the places that are free: with those who were lost and are back, then with the most prominent
  /// people who aren't followed yet. The numbers of these newcomers are returned.
  private func search(
    _ picture: ColorImage, _ window: PictureWindow, at time: Double, depth: DepthMap?
  ) throws(DetectionError) -> [Int] {
    // In parts only now and then: they take several times as long.
    let searchesCloser =
      tracks.isEmpty && memory.lastCloserSearch.map { time - $0 >= searchInterval } ?? true
    memory.lastSearch = time
    let isFull = people.count >= detector.options.maximumCount
    var searchesTiles: Bool?
    if people.contains(where: { $0.isRemnant(inPicture: picture.width, picture.height) }) {
      searchesTiles = detector.options.searchesTiles ?? true
    } else if isFull, !lost.contains(where: { isSenior($0) }) {
      // One for whom others make room is large enough to be found in the whole.
      searchesTiles = false
    }
    var found = try detector.newcomers(
      in: picture, window, besides: tracks.map(\.landmarks), depth: depth,
      searchesTiles: searchesTiles, searchesHeadless: { takesHeadlessSearch(at: time) })
    if found.isEmpty, searchesCloser {
      memory.lastCloserSearch = time
      found = try detector.closerSearch(
        in: picture, window, depth: depth, searchesHeadless: { takesHeadlessSearch(at: time) })
    }
    let candidates = found.map { (person: $0, appearance: BodyAppearance(of: $0, in: picture)) }
    let owners = Self.owners(
      of: candidates, among: lost, at: time, isOneOfAll: detector.options.maximumCount > 1)
    let returned = candidates.indices.compactMap { number in
      owners[number].map { followed(lost[$0], candidates, number, at: time) }
    }
    lost.removeAll { track in returned.contains { $0.id == track.id } }
    tracks += returned
    while people.count > detector.options.maximumCount,
      let last = tracks.indices.filter({ !tracks[$0].isDuplicate })
        .max(by: { tracks[$0].id < tracks[$1].id })
    {
      var track = tracks.remove(at: last)
      track.isLost = true
      lost.append(track)
    }
    let unmatched = candidates.indices.filter { owners[$0] == nil }
    let order = unmatched.map { found[$0] }
      .prominence(depth: depth, inPicture: picture.width, picture.height).map { unmatched[$0] }
    let admitted = try admitted(of: order.map { found[$0] }, in: picture, at: time)
    return admitted.map { position in
      let (person, appearance) = candidates[order[position]]
      let number = memory.takeNumber()
      tracks.append(BodyTrack(id: number, landmarks: person, appearance: appearance, at: time))
      return number
    }
  }
}

/// A tracker's state after a frame of a video: the people whom it follows, those whom it has lost,
/// and the time of its last search. It can be kept in a file without a loss.
public struct TrackingMemory: Codable, Equatable, Sendable {
  var tracks: [BodyTrack] = []
  var lost: [BodyTrack] = []
  var lastTime: Double?
  var lastSearch: Double?
  var lastCloserSearch: Double?
  /// The time of the first and of the last search for people without heads since a person was followed; they take a
  /// second, and come at growing pauses.
  var headlessSearches: HeadlessSearches?
  var shot = ShotMemory()
  /// The number that the next person gets.
  private(set) var nextID = 0

  /// A memory without people.
  public init() {}

  init(nextID: Int) { self.nextID = nextID }

  /// Whether the last image is the first after a cut.
  public var isAtCut: Bool { shot.start.map { $0 == lastTime } ?? false }

  /// All tracks end: the next image is of another shot.
  mutating func endTracks() {
    (tracks, lost) = ([], [])
    (lastSearch, lastCloserSearch, headlessSearches) = (nil, nil, nil)
  }
}

extension TrackingMemory {
  /// The match of identities with another tracker, which began later in the same video and has seen
  /// the same frame last: this memory's numbers by the other's. `nil` if the two don't follow the
  /// same people.
  public func numbers(of other: TrackingMemory) -> [Int: Int]? {
    guard tracks.count == other.tracks.count else { return nil }
    var numbers: [Int: Int] = [:]
    for track in other.tracks {
      let same = tracks.filter { $0.landmarks.isSamePerson(as: track.landmarks) }
      // One of several, who are in each other's way: that would be a guess.
      guard same.count == 1, !numbers.values.contains(same[0].id) else { return nil }
      numbers[track.id] = same[0].id
    }
    return numbers
  }

  /// Whether a lost person may still be back at a time in seconds.
  public func remembersLost(at time: Double) -> Bool {
    lost.contains { time - $0.time <= BodyTrack.memory }
  }

  /// Whether it may be a tracker's memory: an edited file may contain anything.
  public var isSound: Bool {
    (tracks + lost).allSatisfy { track in
      let points = track.landmarks.points
      return points.count == BodyLandmarks.names.count
        && track.landmarks.world.count == BodyLandmarks.names.count
        && points.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite }
        && track.region.side.isFinite && track.time <= lastTime ?? -.infinity
        && track.appearance.isSound
    } && shot.isSound && nextID >= 0 && nextID < Int.max / 2
  }

  /// The numbers of those whom the tracker follows.
  public var followed: [Int] { tracks.map(\.id) }

  /// Takes the number of a new person; the next one is another's.
  public mutating func takeNumber() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Goes on with the memory of another tracker, which began later in the same video; those whom this
  /// one has lost it bears in mind.
  ///
  /// - Parameters:
  ///   - other: the memory of the later tracker.
  ///   - numbers: this memory's numbers by the other's, those of all who are followed among them; who
  ///     was lost and has none is forgotten.
  public mutating func `continue`(with other: TrackingMemory, numbers: [Int: Int]) {
    func numbered(_ tracks: [BodyTrack]) -> [BodyTrack] {
      tracks.compactMap { track in
        numbers[track.id].map { number in
          var track = track
          track.id = number
          if let earlier = (self.tracks + self.lost).first(where: { $0.id == number }) {
            track.start = min(track.start, earlier.start)
          }
          return track
        }
      }
    }
    let (tracks, lost) = (numbered(other.tracks), numbered(other.lost))
    precondition(tracks.count == other.tracks.count, "a followed person has no number")
    let known = Set((tracks + lost).map(\.id))
    // No person comes back from before a cut.
    let start = other.shot.start ?? -.infinity
    self.lost = lost + self.lost.filter { !known.contains($0.id) && $0.time >= start }
    self.tracks = tracks
    (lastTime, lastSearch) = (other.lastTime, other.lastSearch)
    (lastCloserSearch, shot) = (other.lastCloserSearch, other.shot)
    headlessSearches = other.headlessSearches
  }
}

/// The searches for people without heads in a video while no person is followed.
struct HeadlessSearches: Codable, Equatable, Sendable {
  /// Times in seconds.
  var first, last: Double

  /// Seconds that pass between two searches at least and at most; chosen.
  private static let pauses = (least: 0.5, most: 4.0)

  /// Whether another one is due at a time: they have gone on as long again as until the last one.
  func isDue(at time: Double) -> Bool {
    time - last >= min(max(last - first, Self.pauses.least), Self.pauses.most)
  }
}

/// The first frame of a person who came into view.
package struct TrackBeginning: Sendable {
  /// The tracker's number of the person.
  package var id: Int { track.id }
  /// The time in seconds.
  package var time: Double { track.time }

  let track: BodyTrack

  init(_ track: BodyTrack) { self.track = track }
}

extension TrackingMemory {
  /// The match of identities with people who came into view of another tracker, which doesn't know those whom this one
  /// has lost: this memory's numbers by the other's, of those who are back. People without one are new.
  ///
  /// `nil` where a tracker with this memory would have gone another way: it follows no person in place of one who was
  /// just lost, and looks for those who were lost while another one is followed in their place.
  ///
  /// - Parameters:
  ///   - beginnings: in the order of time, from `start` on.
  ///   - start: the time in seconds of the first frame that this memory doesn't have.
  ///   - isFull: whether as many people as may be were followed in any frame from then on.
  ///   - maximumCount: the maximum number of people who are followed.
  package func numbers(
    ofThoseBackAmong beginnings: [TrackBeginning], from start: Double, isFull: Bool,
    maximumCount: Int
  ) -> [Int: Int]? {
    var waiting = lost.filter { start - $0.time <= BodyTrack.memory }
    guard waiting.allSatisfy({ start - $0.time > BodyPoseTracker.patience }),
      beginnings.allSatisfy({ $0.time >= start })
    else { return nil }
    var numbers: [Int: Int] = [:]
    var rest = beginnings[...]
    while let time = rest.first?.time {
      let now = rest.prefix { $0.time == time }
      rest = rest.dropFirst(now.count)
      waiting.removeAll { time - $0.time > BodyTrack.memory }
      let owners = BodyPoseTracker.owners(
        of: now.map { ($0.track.landmarks, $0.track.appearance) }, among: waiting, at: time,
        isOneOfAll: maximumCount > 1)
      for (beginning, owner) in zip(now, owners) {
        if let owner { numbers[beginning.id] = waiting[owner].id }
      }
      let isNew = owners.contains(nil)
      waiting.removeAll { track in numbers.values.contains(track.id) }
      // A person who was lost before would take the new one's place when they come back.
      if isNew, isFull, !waiting.isEmpty { return nil }
    }
    return numbers
  }
}

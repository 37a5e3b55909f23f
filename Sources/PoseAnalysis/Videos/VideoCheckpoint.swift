internal import PoseDetection
public import PoseMotion

/// The progress of a video's analysis, to the end of one of its chunks. From here it resumes as if
/// it had never been interrupted.
public struct VideoCheckpoint: Sendable {
  /// The measurements, frame by frame.
  public internal(set) var frames: [PoseRecording.Frame] = []
  /// The rest of the progress.
  var state = State()

  /// The progress that the frames don't contain.
  struct State: Sendable, Equatable, Codable {
    /// The chunks that are done.
    var chunks = 0
    /// The people who are followed, and those who were lost.
    var people = TrackingMemory()
    /// The counts over the frames.
    var tally = VideoTally()
  }

  /// The beginning.
  public init() {}
}

extension VideoCheckpoint {
  /// Appends the next chunk, which was followed without the identities before it. Returns whether
  /// the identities are clear; if not, nothing is changed, and the chunk has to be followed again
  /// by a tracker that has them.
  ///
  /// They are clear if both followed the same people at the last frame that they share. In
  /// addition, a later person may be one who was lost before only if a tracker that knows them
  /// would have gone the same way.
  ///
  /// - Parameter maximumPeople: the maximum number of people who are followed.
  mutating func join(_ chunk: FollowedChunk, maximumPeople: Int) -> Bool {
    precondition(chunk.number == state.chunks, "chunks are joined in their order")
    guard chunk.number > 0 else {
      goOn(with: chunk, people: chunk.peopleAtLast)
      return true
    }
    guard var numbers = state.people.numbers(of: chunk.peopleAtFirst) else { return false }
    let seen = chunk.frames.flatMap { $0.people.compactMap(\.id) } + chunk.peopleAtLast.followed
    let newcomers = Set(seen).subtracting(numbers.keys).sorted()
    if !newcomers.isEmpty, let time = chunk.frames.first?.time,
      state.people.remembersLost(at: time)
    {
      // No person comes back from before a cut.
      let cut = chunk.frames.first(where: \.startsShot)?.time ?? .infinity
      let back = state.people.numbers(
        ofThoseBackAmong: chunk.beginnings.filter { newcomers.contains($0.id) && $0.time < cut },
        from: time,
        isFull: chunk.frames.contains { $0.people.count >= maximumPeople },
        maximumCount: maximumPeople)
      guard let back else { return false }
      numbers.merge(back) { first, _ in first }
    }
    var people = state.people
    for newcomer in newcomers where numbers[newcomer] == nil {
      numbers[newcomer] = people.takeNumber()
    }
    people.continue(with: chunk.peopleAtLast, numbers: numbers)
    var chunk = chunk
    for frame in chunk.frames.indices {
      for person in chunk.frames[frame].people.indices {
        let id = chunk.frames[frame].people[person].id
        chunk.frames[frame].people[person].id = id.flatMap { numbers[$0] }
      }
    }
    goOn(with: chunk, people: people)
    return true
  }

  /// Goes on by the chunk that comes next, whose tracker knew who was there before.
  mutating func joinContinued(_ chunk: FollowedChunk) {
    precondition(chunk.number == state.chunks, "chunks are joined in their order")
    goOn(with: chunk, people: chunk.peopleAtLast)
  }

  private mutating func goOn(with chunk: FollowedChunk, people: TrackingMemory) {
    frames += chunk.frames
    state.people = people
    state.tally += chunk.tally
    state.chunks += 1
  }
}

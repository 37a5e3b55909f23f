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

import Foundation
import PoseGeometry
import Kinematics
import Pose3D

/// The identities of the people in the frames of a recording.
///
/// From frame to frame people are assigned to the tracks at the least total cost. The cost counts
/// the distance from the position at constant speed, differences of pose and stature, and
/// contradictions to the identity that the source gives. A given identity is thus kept, unless two
/// people would have to jump for it and wouldn't with swapped identities, as trackers swap them
/// where people cross. A track ends when it has not been seen for a second. A later track continues
/// it if it has the same given identity, or starts within two seconds within the person's reach and
/// with a similar stature. No track continues over a cut. Settled identities are taken as they are.
struct Identities {
  /// The people, those seen longest first; of equals the one seen first. A person seen for less
  /// than 0.3 s or in fewer than 5 frames, while another is there ten times as long, is left out.
  let people: [(id: Int, detections: [Track.Detection])]

  /// Units of a log-likelihood, seconds and metres.
  private enum Limit {
    /// Of starting a track. More than a person with the right identity ever costs.
    static let newcomer = 12.0
    /// The most that a person with the right identity costs.
    static let sameIdentity = 11.0
    /// Of going against a given identity.
    static let otherIdentity = 3.0
    /// The time a track waits for its person, and that after its end for another to continue it.
    static let memory = 1.0
    /// The time after the end of a track for another to continue it.
    static let join = 2.0
    /// The maximum distance of a person from the expected position: at once, and for each second.
    static let reach = 0.5
    /// The same for each second; chosen.
    static let speed = 2.5
    /// One standard deviation of the place, in metres: at once, and for each second; chosen.
    static let spread = (first: 0.08, growth: 1.5)
    /// The same along the camera's view: a multiple, and a share of the distance; chosen.
    static let depthSpread = (factor: 2.0, share: 0.05)
    /// One standard deviation of the joints about the root, in metres: at once, and at most so much more after so many
    /// seconds; chosen.
    static let pose = (first: 0.1, most: 0.5)
    /// One standard deviation of the logarithm of the ratio of two statures; chosen.
    static let stature = 0.06
    /// Tracks that are shorter than this in seconds or frames, and have less than this part of the longest one, are
    /// no people.
    static let ghost = (seconds: 0.3, frames: 5, share: 10)
  }

  /// The people of a recording.
  init(_ recording: PoseRecording) {
    if recording.hasSettledIdentities, let settled = Self.settled(recording) {
      people = Self.named(settled)
      return
    }
    var ended: [Track] = []
    var open: [Track] = []
    var people: [Track] = []
    for (position, frame) in recording.frames.enumerated() {
      if frame.startsShot {
        people += Self.joined(ended + open)
        (ended, open) = ([], [])
      }
      guard !frame.people.isEmpty else { continue }
      ended += open.filter { frame.time - $0.end > Limit.memory }
      open.removeAll { frame.time - $0.end > Limit.memory }
      let cost = Self.cost(
        isInCameraFrame: recording.isInCameraFrame,
        turn: frame.turn.map(Rotation.init(rotationVector:)) ?? .identity)
      let newcomers = [Double](repeating: Limit.newcomer, count: frame.people.count)
      let places = cheapestAssignment(
        frame.people.map { person in open.map { cost($0, person, frame.time) } + newcomers })
      let known = open.count
      for (number, person) in frame.people.enumerated() {
        let detection = Track.Detection(frame: position, observation: number, time: frame.time)
        if places[number] < known {
          open[places[number]].add(detection, person)
        } else {
          open.append(Track(detection, person))
        }
      }
    }
    people += Self.joined(ended + open)
    self.people = Self.named(Self.withoutGhosts(people))
  }

  /// The tracks of people whose identities are known; `nil` if a person has none, or two people in
  /// a frame have the same.
  private static func settled(_ recording: PoseRecording) -> [Track]? {
    var tracks: [Track] = []
    var places: [Int: Int] = [:]
    for (position, frame) in recording.frames.enumerated() {
      for (number, person) in frame.people.enumerated() {
        guard let id = person.id else { return nil }
        let detection = Track.Detection(frame: position, observation: number, time: frame.time)
        if let place = places[id] {
          guard tracks[place].detections.last?.frame != position else { return nil }
          tracks[place].add(detection, person)
        } else {
          places[id] = tracks.count
          tracks.append(Track(detection, person))
        }
      }
    }
    return tracks
  }

  private static func isEarlier(_ a: Track, _ b: Track) -> Bool {
    let (a, b) = (a.detections[0], b.detections[0])
    return (a.frame, a.observation) < (b.frame, b.observation)
  }

  /// Returns the cost of continuing a track with a person. Depth is less certain than the rest in a
  /// camera's frame: a person's distance depends on their size.
  ///
  /// - Parameter turn: into the camera's frame.
  private static func cost(
    isInCameraFrame: Bool, turn: Rotation
  ) -> (_ track: Track, _ person: PoseObservation, _ time: Double) -> Double {
    { track, person, time in
      let step = time - track.end
      let here = turn * person.body.positions[.root]
      let off = here - turn * track.place(after: step)
      let spread = Limit.spread.first + Limit.spread.growth * step
      let depthSpread =
        isInCameraFrame
        ? Limit.depthSpread.factor * spread + Limit.depthSpread.share * here.z : spread
      let errors = off / Vector3(spread, spread, depthSpread)
      let pose =
        poseDistance(track.last, person) / (Limit.pose.first + min(step, Limit.pose.most))
      var cost =
        3 * misfit(errors.dot(errors) / 4) + misfit(pose * pose) + stature(track.last, person)
      let way = isInCameraFrame ? Vector3(off.x, off.y, off.z / 3) : off
      if way.length > Limit.reach + 2 * Limit.speed * step { cost += Limit.newcomer }
      guard let given = person.id, let own = track.givenID else { return cost }
      // Once a source has swapped two identities, it continues to give the wrong ones.
      return given == own || given == track.last.id
        ? min(cost, Limit.sameIdentity) : cost + Limit.otherIdentity
    }
  }

  private static func misfit(_ square: Double) -> Double { log(1 + square) }

  private static func stature(_ a: PoseObservation, _ b: PoseObservation) -> Double {
    let (a, b) = (a.body.stature.metres, b.body.stature.metres)
    guard a > 0, b > 0 else { return 0 }
    let ratio = log(a / b) / Limit.stature
    return misfit(ratio * ratio)
  }

  /// The mean distance of the joints relative to the root, in metres; with the sides swapped where
  /// that is less, since sides are not repaired yet.
  private static func poseDistance(_ a: PoseObservation, _ b: PoseObservation) -> Double {
    func mean(_ other: (Joint) -> Joint) -> Double {
      Joint.allCases.reduce(0) { sum, joint in
        let place = a.body.positions[joint] - a.body.positions[.root]
        return sum + (b.body.positions[other(joint)] - b.body.positions[.root] - place).length
      } / Double(Joint.allCases.count)
    }
    return min(mean { $0 }, mean(\.mirrored))
  }

  /// Tracks of one person put together, in the order of their starts.
  private static func joined(_ tracks: [Track]) -> [Track] {
    var whole: [Track] = []
    for track in tracks.sorted(by: isEarlier) {
      var best: (place: Int, cost: Double)?
      for (place, earlier) in whole.enumerated() where earlier.end < track.start {
        guard let cost = joiningCost(earlier, track), cost < best?.cost ?? .infinity else {
          continue
        }
        best = (place, cost)
      }
      if let best { whole[best.place].append(track) } else { whole.append(track) }
    }
    return whole
  }

  /// Returns the cost of continuing one track with another; `nil` when it can't be.
  private static func joiningCost(_ earlier: Track, _ later: Track) -> Double? {
    if let id = later.givenID, earlier.givenID == id { return 0 }
    let gap = later.start - earlier.end
    let half = gap / 2
    let apart = (later.place(before: half) - earlier.place(after: half)).length
    let stature = stature(earlier.last, later.first)
    guard gap <= Limit.join, apart < Limit.reach + Limit.speed * gap, stature < misfit(4) else {
      return nil
    }
    return 1 + apart + stature
  }

  private static func withoutGhosts(_ tracks: [Track]) -> [Track] {
    let longest = tracks.map(\.detections.count).max() ?? 0
    return tracks.filter { track in
      let count = track.detections.count
      let isShort = count < Limit.ghost.frames || track.end - track.start < Limit.ghost.seconds
      return !isShort || count * Limit.ghost.share > longest
    }
  }

  /// With the source's identities if each person has a unique one, else numbered from 0 in the
  /// order in which they appear.
  private static func named(_ tracks: [Track]) -> [(id: Int, detections: [Track.Detection])] {
    let given = tracks.compactMap(\.givenID)
    let isGiven = given.count == tracks.count && Set(given).count == tracks.count
    return tracks.enumerated()
      .map { number, track in (isGiven ? given[number] : number, track.detections) }
      .enumerated()
      .sorted { ($1.element.1.count, $0.offset) < ($0.element.1.count, $1.offset) }
      .map { (id: $0.element.0, detections: $0.element.1) }
  }
}

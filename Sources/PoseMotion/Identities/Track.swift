import PoseGeometry
internal import Kinematics
internal import Pose3D

/// The detections of one person over time.
struct Track {
  /// A person of a frame.
  struct Detection: Equatable {
    /// The frame's position in the recording.
    var frame: Int
    /// The person's place among those of the frame.
    var observation: Int
    /// The frame's time in seconds.
    var time: Double
  }

  /// In the order of time; never empty.
  private(set) var detections: [Detection]
  /// The person when last and first seen.
  private(set) var last: PoseObservation
  let first: PoseObservation
  /// The root's positions in the last quarter of a second, and in the first.
  private var recent: [(time: Double, place: Vector3)] = []
  private var early: [(time: Double, place: Vector3)] = []
  /// The count of each identity that the source gave, in the order of their first use.
  private var givenIDs: [(id: Int, count: Int)] = []

  /// The span of the motion from which a velocity is taken, in seconds.
  private static let memory = 0.25
  /// Seconds in which a speed dies out, and the greatest one that is believed, metres a second.
  private static let decay = 0.5
  /// The greatest speed that is believed, in metres a second; chosen.
  private static let fastest = 5.0

  init(_ detection: Detection, _ person: PoseObservation) {
    (detections, first, last) = ([], person, person)
    add(detection, person)
  }

  /// The person was seen again.
  mutating func add(_ detection: Detection, _ person: PoseObservation) {
    detections.append(detection)
    last = person
    let here = (detection.time, person.body.positions[.root])
    recent.removeAll { $0.time < detection.time - Self.memory }
    recent.append(here)
    if detection.time <= start + Self.memory { early.append(here) }
    if let id = person.id { count(id, 1) }
  }

  /// Appends what was seen of the same person later.
  mutating func append(_ other: Track) {
    detections += other.detections
    (last, recent) = (other.last, other.recent)
    for (id, times) in other.givenIDs { count(id, times) }
  }

  private mutating func count(_ id: Int, _ times: Int) {
    if let known = givenIDs.firstIndex(where: { $0.id == id }) {
      givenIDs[known].count += times
    } else {
      givenIDs.append((id, times))
    }
  }

  /// Seconds.
  var start: Double { detections[0].time }
  var end: Double { detections[detections.count - 1].time }

  /// The identity that the source gives most often, of several the first; `nil` when it gives none.
  var givenID: Int? {
    givenIDs.reduce(nil as (id: Int, count: Int)?) { best, next in
      best.map { $0.count >= next.count ? $0 : next } ?? next
    }?.id
  }

  /// The expected position of the root some time after the end, or before the start. People don't
  /// keep going for long: the speed dies out with a time constant of half a second.
  func place(after seconds: Double) -> Vector3 { Self.place(recent, recent.count - 1, seconds) }
  func place(before seconds: Double) -> Vector3 { Self.place(early, 0, -seconds) }

  private static func place(
    _ path: [(time: Double, place: Vector3)], _ from: Int, _ seconds: Double
  ) -> Vector3 {
    let (first, last) = (path[0], path[path.count - 1])
    guard last.time > first.time else { return path[from].place }
    let measured = (last.place - first.place) / (last.time - first.time)
    let velocity = measured * min(1, fastest / max(measured.length, 1e-9))
    return path[from].place + velocity * (seconds / (1 + abs(seconds) / decay))
  }
}

internal import Geometry
internal import Kinematics
internal import Motion
internal import Pose3D

/// Who is who when a run goes on: the tracker counts from 0 again, and the people whom it sees in the
/// last frames of the earlier run are those who were there.
struct ResumedIdentities {
  /// The people of the earlier run's last frames, by frame.
  private var known: [Int: [PoseObservation]] = [:]
  private var names: [Int: Int] = [:]
  private var next = 0

  /// Frames that are looked back at: more than are looked at again when a run goes on.
  private static let memory = 300
  /// How far somebody may be from where they were measured before, in metres.
  private static let reach = 0.5

  init(after frames: [PoseRecording.Frame]) {
    next = (frames.lazy.flatMap(\.people).compactMap(\.id).max() ?? -1) + 1
    for frame in frames.suffix(Self.memory) { known[frame.index] = frame.people }
  }

  /// Gives the people of a frame the numbers that they have had, or new ones. Returns whether the
  /// frame is new; one of the earlier run is only looked at.
  mutating func rename(_ frame: inout PoseRecording.Frame, isKnown: Bool) -> Bool {
    for index in frame.people.indices {
      guard let id = frame.people[index].id else { continue }
      if isKnown {
        let root = frame.people[index].body.positions[.root]
        let nearest = (known[frame.index] ?? []).min {
          ($0.body.positions[.root] - root).length < ($1.body.positions[.root] - root).length
        }
        if let nearest, (nearest.body.positions[.root] - root).length < Self.reach,
          let name = nearest.id
        {
          names[id] = name
        }
        continue
      }
      if names[id] == nil {
        names[id] = next
        next += 1
      }
      frame.people[index].id = names[id]
    }
    return !isKnown
  }
}

public import PoseDocuments
internal import PoseGeometry
internal import Kinematics
public import PoseMotion
internal import Pose3D

/// A recording as it leaves this program: people over time in one upright frame, without anything that
/// only this program has a word for.
///
/// The frame: y against gravity, x to the camera's right and z towards the camera if the joints
/// come from one, else to the left of a person who faces z; metres. The origin is on the floor
/// below the root of the first person, or is that root if feet can't show a floor.
public struct PoseClip: Sendable {
  /// A moment that has a name.
  public struct Event: Sendable, Equatable {
    /// Seconds on the recording's clock.
    public var time: Double
    /// The name of the event: `squat 1 start`.
    public var label: String

    /// A moment.
    public init(time: Double, label: String) { (self.time, self.label) = (time, label) }
  }

  /// The choice of the joints that are taken from a sequence.
  public enum Joints: Sendable {
    /// Repaired, smoothed, gaps filled.
    case processed
    /// As they were measured, frame by frame.
    case measured
  }

  /// The times of the frames in seconds, increasing.
  public internal(set) var times: [Double]
  /// The people, in the order in which the sequence has them.
  var people: [Person]
  /// Whether the height of the floor is known: it is then 0 here.
  public internal(set) var isOnFloor: Bool
  /// Diagnostics for the user.
  public internal(set) var diagnostics: [Diagnostic]

  /// The number of people.
  public var personCount: Int { people.count }

  /// The people of a sequence.
  ///
  /// - Parameters:
  ///   - sequence: the people who were followed.
  ///   - people: those of them who are wanted; `nil` for all.
  ///   - analyses: what they do, in their order, for the events of repetitions; empty for none.
  ///   - joints: which joints are taken.
  ///   - path: the file that was read, in sentences.
  /// - Throws: `FileError` of the code `nobody` if no person is in any frame.
  public init(
    of sequence: PoseSequence, people: [PersonMotion]? = nil, analyses: [ExerciseAnalysis] = [],
    joints: Joints = .processed, path: String
  ) throws(FileError) {
    let people = people ?? sequence.people
    precondition(analyses.isEmpty || analyses.count == people.count, "an analysis for every person")
    let recording = sequence.recording
    times = recording.frames.map(\.time)
    diagnostics = []
    isOnFloor = false
    if sequence.world == nil {
      diagnostics.append(
        Diagnostic(
          "\(path): the vertical is unknown, and the file's y axis is taken for it",
          remedy: .correctUpAxis))
    }
    let placed = RigWorld(of: recording, up: sequence.world)
    let axes = (placed?.world ?? sequence.world)?.axes ?? .identity
    self.people = people.enumerated().compactMap { place, motion in
      var person = Person(
        motion, recording, joints: joints, turnedBy: axes.inverse)
      if !analyses.isEmpty { person.events = Event.of(analyses[place]) }
      return person.isPresent.contains(true) ? person : nil
    }
    guard !self.people.isEmpty else {
      throw FileError(.nobody, path: path, "no person is in any of its frames")
    }
    if let placed { move(into: placed, turnedBy: axes.inverse, path: path) } else { settle() }
  }

  /// A clip from its parts, which are in its frame.
  init(times: [Double], people: [Person], isOnFloor: Bool, diagnostics: [Diagnostic] = []) {
    (self.times, self.people, self.isOnFloor, self.diagnostics) = (
      times, people, isOnFloor, diagnostics
    )
  }

  /// The number of frames.
  public var frameCount: Int { times.count }
}

extension PoseClip.Event {
  /// Start, turn and end of the repetitions that count.
  fileprivate static func of(_ analysis: ExerciseAnalysis) -> [Self] {
    let title = analysis.title ?? "repetition"
    return analysis.repetitions.filter(\.isCounted).enumerated().flatMap { number, repetition in
      [("start", repetition.start), ("turn", repetition.turn), ("end", repetition.end)].map {
        Self(time: $0.1, label: "\(title) \(number + 1) \($0.0)")
      }
    }
  }
}

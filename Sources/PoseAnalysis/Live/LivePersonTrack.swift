internal import Kinematics
internal import Pose3D
public import PoseMotion

/// The state that a live session keeps of a person.
struct LivePersonTrack {
  private(set) var motion: OnlinePersonFilter
  private var lastSeen = -Double.infinity
  private var lastRecognition = -Double.infinity
  private var exercise = LiveExercise()
  private var counts: [String: Int] = [:]

  /// Seconds between two searches for repetitions. A lost person is forgotten after the same time:
  /// the tracker keeps their number that long.
  private static let interval = 0.25
  /// The time, in seconds, for which a lost person is remembered.
  private static let memory = 60.0

  /// A person without a history.
  init(_ motion: OnlinePersonFilter) { self.motion = motion }

  /// Whether the tracker, too, has forgotten the person.
  func isForgotten(at time: Double) -> Bool { time - lastSeen > Self.memory }

  /// The person in the next frame; not measured yet.
  ///
  /// - Parameter lifted: the body that the keypoints make; `nil` where they make none.
  mutating func add(_ pose: Pose2D, _ lifted: BodyPose?, at time: Double) -> LivePerson {
    lastSeen = time
    guard let lifted else {
      return LivePerson(id: motion.id, keypoints: pose, measured: nil, pose: nil, contacts: nil)
    }
    let body = motion.add(lifted.body, at: time)
    let shown = BodyPose(
      body, id: motion.id, confidence: lifted.confidence, camera: lifted.camera,
      gravity: lifted.gravity, depthUse: lifted.depthUse)
    return LivePerson(
      id: motion.id, keypoints: pose, measured: lifted.body, pose: shown,
      contacts: motion.plantedPoints)
  }

  /// Measures the angles of the person in a frame that was added, and counts repetitions.
  ///
  /// - Parameter world: with the vertical.
  mutating func measure(
    _ person: inout LivePerson, _ choice: ExerciseChoice, in world: WorldAxes, at time: Double
  ) {
    motion.world = world
    person.pose?.world = world
    if let pose = person.pose {
      person.angles = pose.skeleton.angles()
    }
    exercise.completed = []
    if time - lastRecognition >= Self.interval || time < lastRecognition {
      lastRecognition = time
      recognize(choice)
    }
    person.exercise = exercise
  }

  /// Resets the counts.
  mutating func forgetExercise() {
    motion.forgetMotion()
    (exercise, counts) = (LiveExercise(), [:])
  }

  private mutating func recognize(_ choice: ExerciseChoice) {
    let progress = motion.progress(choice)
    // A person who pauses has not stopped the exercise.
    if let name = progress.exercise {
      (exercise.name, exercise.confidence) = (name, progress.confidence)
      exercise.title = progress.title
    }
    guard let name = exercise.name else { return }
    exercise.completed = progress.completed
    counts[name, default: 0] += progress.completed.count(where: \.isCounted)
    exercise.count = counts[name] ?? 0
    exercise.missed += progress.completed.count { !$0.isCounted }
    if let last = progress.completed.last { exercise.last = last }
  }
}

/// The exercise of a person in a live session, by the last half minute.
public struct LiveExercise: Sendable, Equatable {
  /// The exercise's word in files, or the name of the angle that was asked for; `nil` as long as none
  /// was recognised. It stays while the person pauses.
  public internal(set) var name: String?
  /// The exercise's usual name; `nil` if `name` is.
  public internal(set) var title: String?
  /// The confidence in it, 0…1; 1 when it was asked for.
  public internal(set) var confidence = 0.0
  /// The repetitions of it that counted since the person came or the choice changed. One that was
  /// counted stays so, whatever comes after it.
  public internal(set) var count = 0
  /// Those that didn't count.
  public internal(set) var missed = 0
  /// The repetition that was completed last, counted or not; `nil` before there is one.
  public internal(set) var last: Repetition?
  /// Those that are known to be completed since this frame, up to half a second after their end; of an
  /// exercise that is recognised, all that were done until then.
  public internal(set) var completed: [Repetition] = []

  init() {}
}

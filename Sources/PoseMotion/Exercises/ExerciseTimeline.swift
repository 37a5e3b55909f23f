internal import PoseGeometry
internal import Kinematics

/// A person's progress in an exercise at any time of a sequence, for the counter on its video.
///
/// ```swift
/// let timeline = ExerciseTimeline(of: analysis, person: person)
/// let progress = timeline.progress(at: frame.time)
/// ```
public struct ExerciseTimeline: Sendable {
  /// The person.
  public let person: Int
  /// The exercise's usual name; `nil` if there is none.
  public let title: String?
  /// The repetitions in the order of time, those that don't count among them.
  public let repetitions: [Repetition]
  /// The times in seconds of the first and the last frame with the person; `nil` when there is none.
  public let presence: ClosedRange<Double>?

  /// The angles that are followed, by name.
  private let curves: [String: AngleCurve]
  /// The phase of the working muscles while the angle grows: body or weight go down or up; `nil` if
  /// they do neither.
  private let growing: ExerciseDefinition.Phase?
  /// The usual rest and turn of the counted repetitions, or else of all of them.
  private let usual: Usual?

  /// The time after its end, in seconds, during which a repetition that doesn't count is reported.
  static let missTime = 1.0

  /// The progress of an analysis over the sequence that it was made from.
  public init(of analysis: ExerciseAnalysis, person: PersonMotion) {
    // Not of the catalogue alone: a dialect's angles can be counted, too.
    let names = analysis.repetitions.map(\.angle)
    let followed = Set(names).sorted().compactMap(ExerciseChoice.angleDefinition)
    self.init(
      person: person.id, title: analysis.title,
      exercise: analysis.exercise.flatMap({ Exercise(rawValue: $0) }),
      repetitions: analysis.repetitions,
      presence: person.extent.map { person.times[$0.lowerBound]...person.times[$0.upperBound] },
      curves: person.curves(of: followed))
  }

  /// A progress from its parts; an angle without a curve has no value.
  init(
    person: Int, title: String?, exercise: Exercise?, repetitions: [Repetition],
    presence: ClosedRange<Double>?, curves: [AngleCurve]
  ) {
    self.person = person
    self.title = title
    self.repetitions = repetitions
    self.presence = presence
    self.curves = Dictionary(curves.map { ($0.definition.name, $0) }) { first, _ in first }
    growing =
      [.jumpingJack, .mountainClimber].contains(exercise) ? nil : exercise?.definition.growing
    usual = Usual(repetitions, curves: self.curves)
  }

  /// The state at a time in seconds. Before the first frame and after the last there is no angle.
  public func progress(at time: Double) -> ExerciseProgress {
    let current = repetitions.first { $0.start <= time && time < $0.end }
    // Between repetitions: the angle of the last one, before the first that of the first.
    let followed = current ?? repetitions.last { $0.end <= time } ?? repetitions.first
    let angle = followed.flatMap { curves[$0.angle]?.value(at: time) }
    let miss = repetitions.last { $0.end <= time && time < $0.end + Self.missTime }
      .flatMap { repetition in
        repetition.isCounted
          ? nil
          : repetition.reason.map {
            ExerciseProgress.Miss(reason: $0, share: repetition.share(among: repetitions))
          }
      }
    return ExerciseProgress(
      count: repetitions.count { $0.isCounted && $0.end <= time },
      phase: current.map { phase(of: $0, at: time) } ?? .rest,
      angleName: followed?.angle, angle: angle,
      fraction: angle.flatMap { usual?.fraction(of: $0) }, miss: miss)
  }

  /// The timelines in the order in which a video's counter prefers them at a time in seconds.
  ///
  /// First those whose person is in the picture then, or out of it for a while, in the order given; then those
  /// who have left, the last one first; then those still to come, the next one first. So every shot of a cut
  /// video has the counter of a person in it.
  public static func preferred(_ timelines: [ExerciseTimeline], at time: Double)
    -> [ExerciseTimeline]
  {
    timelines.enumerated()
      .map { (key: ($1.absence(at: time).rank, $1.absence(at: time).duration, $0), timeline: $1) }
      .sorted { $0.key < $1.key }
      .map(\.timeline)
  }

  /// Whether the person is in the picture (0), has been (1), or will be (2), and for or in how many seconds.
  private func absence(at time: Double) -> (rank: Int, duration: Double) {
    guard let presence else { return (3, 0) }
    if presence.upperBound < time { return (1, time - presence.upperBound) }
    return time < presence.lowerBound ? (2, presence.lowerBound - time) : (0, 0)
  }

  private func phase(of repetition: Repetition, at time: Double) -> ExerciseProgress.Phase {
    guard let growing else { return time < repetition.turn ? .out : .back }
    let start = curves[repetition.angle]?.value(at: repetition.start)
    let beginsGrowing = start.map { $0 < repetition.angleAtTurn } ?? true
    let isGrowing = (time < repetition.turn) == beginsGrowing
    return isGrowing == (growing == .eccentric) ? .lowering : .lifting
  }

  /// The angles at which a person's repetitions begin and turn: medians, radians.
  private struct Usual {
    let rest: Double?
    let turn: Double

    init?(_ repetitions: [Repetition], curves: [String: AngleCurve]) {
      let counted = repetitions.filter(\.isCounted)
      let typical = counted.isEmpty ? repetitions : counted
      guard let turn = typical.map(\.angleAtTurn).median else { return nil }
      self.turn = turn
      rest =
        typical.compactMap { repetition in
          curves[repetition.angle]?.value(at: repetition.start).map { start in
            repetition.angleAtTurn
              + (start < repetition.angleAtTurn ? -1 : 1) * repetition.rangeOfMotion
          }
        }.median
    }

    func fraction(of angle: Double) -> Double? {
      guard let rest, rest != turn else { return nil }
      return min(max((angle - rest) / (turn - rest), 0), 1)
    }
  }
}

extension AngleCurve {
  /// The angle in radians at a time between two frames, on the straight line between them; that of
  /// the one frame where the other has none. `nil` outside the curve.
  fileprivate func value(at time: Double) -> Double? {
    guard let first = times.first, let last = times.last, first <= time, time <= last else {
      return nil
    }
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let span = times[high] - times[low]
    let share = span > 0 ? (time - times[low]) / span : 0
    guard let before = values[low], let after = values[high] else {
      return share < 0.5 ? values[low] : values[high]
    }
    return before + share * (after - before)
  }
}

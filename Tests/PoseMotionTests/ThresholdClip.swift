import Kinematics

@testable import PoseMotion

/// A clip that is judged over and over with one threshold moved. What doesn't depend on the threshold
/// is computed once.
struct ThresholdClip: Sendable {
  /// The verdict on a clip.
  struct Verdict: Equatable {
    var recognized: Exercise?
    /// Of each repetition that is listed, why it doesn't count.
    var reasons: [Repetition.Reason?]
    /// Of each repetition, which criteria are met.
    var criteria: [[Bool?]]
  }

  let name: String
  /// The exercise whose repetitions are counted; `nil` where none is shown.
  let exercise: Exercise?
  /// Whether it is worth the time of those thresholds that take long.
  let isHard: Bool
  /// The verdict by the standard thresholds.
  let verdict: Verdict
  let motion: MotionCurves
  /// By the standard thresholds: for each exercise, what is followed, the repetitions found, and what
  /// they say for it.
  private let followed: [Exercise: [RepetitionFinder.Prepared]]
  private let repetitions: [Exercise: [Repetition]]
  private let candidates: [Exercise: ExerciseRecognition.Candidate]
  private let likelihoods: [(exercise: Exercise, value: Double, count: Double)]

  init(_ name: String, _ exercise: Exercise?, _ person: PersonMotion, isHard: Bool) {
    let motion = MotionCurves(person)
    let followed = Self.followed(in: motion)
    var repetitions: [Exercise: [Repetition]] = [:]
    var candidates: [Exercise: ExerciseRecognition.Candidate] = [:]
    for exercise in Exercise.allCases {
      let found = Finding.judged(
        Finding.finder(exercise, in: motion).repetitions(in: followed[exercise]!), of: exercise,
        in: motion)
      repetitions[exercise] = found
      candidates[exercise] = ExerciseRecognition.Candidate(exercise, found, in: motion)
    }
    (self.name, self.exercise, self.motion, self.isHard) = (name, exercise, motion, isHard)
    (self.followed, self.repetitions, self.candidates) = (followed, repetitions, candidates)
    let standard = motion.thresholds
    likelihoods = Exercise.allCases.compactMap { candidates[$0] }.map {
      ($0.exercise, $0.likelihood(by: standard), $0.evidence.count)
    }
    verdict = Verdict(
      recognized: ExerciseRecognition(likelihoods, standard.recognition).exercise,
      reasons: exercise.map { repetitions[$0]!.map(\.reason) } ?? [],
      criteria: exercise.map { repetitions[$0]!.map { $0.criteria.map(\.isMet) } } ?? [])
  }

  /// What each exercise follows. Those of one angle share its curves, unless its sides take turns.
  private static func followed(
    in motion: MotionCurves
  ) -> [Exercise: [RepetitionFinder.Prepared]] {
    var followed: [Exercise: [RepetitionFinder.Prepared]] = [:]
    var curves: [String: [RepetitionFinder.Prepared]] = [:]
    let alternating = Exercise.allCases.filter(\.definition.mayAlternate)
    let others = Exercise.allCases.filter { !$0.definition.mayAlternate }
    for exercise in alternating + others {
      let definition = exercise.definition
      var shared = curves[definition.angle]
      if !definition.mayAlternate, shared?.count != 1 { shared = nil }
      let prepared =
        shared ?? Finding.finder(exercise, in: motion).prepared(motion[definition.angle])
      curves[definition.angle] = curves[definition.angle] ?? prepared
      followed[exercise] = prepared
    }
    return followed
  }

  /// The evidence for an exercise; `nil` where none of its repetitions counts.
  func evidence(for exercise: Exercise) -> ExerciseEvidence? { candidates[exercise]?.evidence }

  // MARK: Judged again

  /// Whether the verdict is another one when a threshold is moved that plays a role.
  func isJudgedOtherwise(by thresholds: ExerciseThresholds, _ role: ThresholdMove.Role) -> Bool {
    var motion = motion
    motion.thresholds = thresholds
    switch role {
    case .measurement where !isHard || exercise == nil: return false
    case .curve where !isHard, .repetition where !isHard: return false
    default: break
    }
    switch role {
    case .evidence(let exercise):
      let moved = likelihoods.map {
        $0.exercise == exercise
          ? (exercise, candidates[exercise]!.likelihood(by: thresholds), $0.count) : $0
      }
      return ExerciseRecognition(moved, thresholds.recognition).exercise != verdict.recognized
    case .weight: return recognized(by: candidates, thresholds) != verdict.recognized
    case .measurement:
      var moved: [Exercise: ExerciseRecognition.Candidate] = [:]
      for exercise in candidates.keys {
        moved[exercise] = ExerciseRecognition.Candidate(
          exercise, repetitions[exercise]!, in: motion)
      }
      return recognized(by: moved, thresholds) != verdict.recognized
    case .curve:
      guard let exercise else { return false }
      return Finding.repetitions(of: exercise, in: motion).map(\.reason) != verdict.reasons
    case .repetition:
      // Of what is no exercise, all that could be taken for one.
      return isFoundOtherwise(exercise.map { [$0] } ?? Exercise.allCases, in: motion)
    case .minimumRange(let exercise): return isFoundOtherwise([exercise], in: motion)
    case .criterion(let criterion):
      guard let exercise,
        criterion.map({ exercise.definition.criteria.contains($0) }) ?? true
      else { return false }
      let found = Finding.judged(
        Finding.finder(exercise, in: motion).repetitions(in: followed[exercise]!), of: exercise,
        in: motion)
      return found.map { $0.criteria.map(\.isMet) } != verdict.criteria
        || found.map(\.reason) != verdict.reasons
    case .anyAngle: return false
    }
  }

  /// Whether other repetitions of some exercises are found, or another exercise by them.
  private func isFoundOtherwise(_ exercises: [Exercise], in motion: MotionCurves) -> Bool {
    var moved = candidates
    for exercise in exercises {
      let finder = Finding.finder(exercise, in: motion)
      let found = Finding.judged(
        finder.repetitions(in: followed[exercise]!), of: exercise, in: motion)
      if exercise == self.exercise, found.map(\.reason) != verdict.reasons { return true }
      guard found != repetitions[exercise]! else { continue }
      moved[exercise] = ExerciseRecognition.Candidate(exercise, found, in: motion)
    }
    return recognized(by: moved, motion.thresholds) != verdict.recognized
  }

  private func recognized(
    by candidates: [Exercise: ExerciseRecognition.Candidate], _ thresholds: ExerciseThresholds
  ) -> Exercise? {
    ExerciseRecognition(
      Exercise.allCases.compactMap { candidates[$0] }, thresholds: thresholds
    ).exercise
  }
}

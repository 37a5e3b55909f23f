public import Kinematics

/// The recognition of a motion's exercise, if it is one.
struct ExerciseRecognition {
  /// The evidence for an exercise in the repetitions found for it.
  struct Candidate {
    let exercise: Exercise
    let evidence: ExerciseEvidence
    /// The repetitions that count or nearly do, and those that didn't go far enough.
    let whole: Int
    /// How many count that show the exercise each by itself: those near a limit, and those that hardly do, in part.
    private let alike: Double
    /// A quantity of a lower likelihood rules the exercise out; chosen.
    private static let excluding = 0.05
    /// A quantity of a higher one isn't against it; chosen.
    static let fitting = 0.9

    /// `nil` where no repetition counts or nearly does, or what counts shows too little.
    init?(_ exercise: Exercise, _ repetitions: [Repetition], in motion: MotionCurves) {
      guard let evidence = ExerciseEvidence(of: repetitions, in: motion) else { return nil }
      self.exercise = exercise
      self.evidence = evidence
      whole = repetitions.count { $0.certainty > 0 || $0.reason == .partialRange }
      let thresholds = motion.thresholds
      alike = repetitions.reduce(0) { sum, repetition in
        guard let own = ExerciseEvidence(of: [repetition], in: motion) else { return sum }
        let likelihood = Self.likelihood(of: exercise, by: own, thresholds)
        return sum + repetition.certainty * min(likelihood / thresholds.recognition.alike.value, 1)
      }
    }

    /// Returns the quantity most against the exercise, and the exercise's likelihood by it.
    func weakest(by thresholds: ExerciseThresholds) -> (quantity: EvidenceQuantity, value: Double)?
    {
      thresholds[exercise].evidence.compactMap { ramp in
        ramp.quantity.value(in: evidence).map { (ramp.quantity, ramp.likelihood(of: $0)) }
      }.min { $0.1 < $1.1 }
    }

    /// Returns the nearness of the evidence if no exercise fits. Quantities that rule the exercise
    /// out count as unlikely; 0 if there are more than two of them.
    func nearness(by thresholds: ExerciseThresholds) -> Double {
      let excluded = thresholds[exercise].evidence.count { ramp in
        ramp.quantity.value(in: evidence).map { ramp.likelihood(of: $0) <= Self.excluding } ?? false
      }
      guard excluded <= 2 else { return 0 }
      return thresholds[exercise].evidence.reduce(evidence.certainty) { product, ramp in
        let likelihood =
          ramp.quantity.value(in: evidence).map(ramp.likelihood)
          ?? thresholds.recognition.unknown.value
        return product * max(likelihood, Self.excluding)
      }
    }

    /// Returns the likelihood of the exercise by the evidence, 0…1.
    func likelihood(by thresholds: ExerciseThresholds) -> Double {
      let (own, common) = (thresholds[exercise], thresholds.recognition)
      var product = Self.likelihood(of: exercise, by: evidence, thresholds)
      // Joints that weren't seen speak for nothing. Legs are often out of the picture.
      let unknown = own.evidence.map(\.quantity).filter { $0.value(in: evidence) == nil }
      let legs = exercise.definition.isOfArms ? unknown.count(where: \.isOfLegs) : 0
      for _ in 0..<unknown.count - legs { product *= common.unknown.value }
      if legs > 0 { product *= common.unknownLegs.value }
      if own.isLying, evidence.leanAtRest == nil { product *= common.unknownVertical.value }
      // Other movements reach an exercise's range now and then, and come near it often.
      product *= common.whole.likelihood(of: evidence.count / Double(whole))
      // What is met by a hair is as likely as not.
      product *= evidence.certainty
      let further = min(max(min(evidence.count, alike) - 1, 0), 1)
      return product * (common.singleRepetition.value * (1 - further) + further)
    }

    /// The likelihood by what was seen.
    private static func likelihood(
      of exercise: Exercise, by evidence: ExerciseEvidence, _ thresholds: ExerciseThresholds
    ) -> Double {
      let own = thresholds[exercise]
      let seen = own.evidence.reduce(1) {
        $0 * ($1.quantity.value(in: evidence).map($1.likelihood) ?? 1)
      }
      let any = own.anyOf.map { ramp in
        ramp.quantity.value(in: evidence).map(ramp.likelihood)
          ?? thresholds.recognition.unknown.value
      }
      return seen * (any.max() ?? 1)
    }
  }

  /// The exercise; `nil` for none of those known.
  let exercise: Exercise?
  /// The confidence in that, 0…1.
  let confidence: Double
  /// The exercise that comes nearest, if it is none of those known.
  private(set) var nearest: NearestExercise?
  /// The sum of the likelihoods, of which the confidences are shares.
  private let total: Double

  /// Recognises the exercise from the repetitions that each finds in the motion.
  init(_ motion: MotionCurves, _ repetitions: (Exercise) -> [Repetition]) {
    let candidates = Exercise.allCases.compactMap {
      Candidate($0, repetitions($0), in: motion)
    }
    self.init(candidates, thresholds: motion.thresholds)
  }

  /// Recognises the exercise among those that have repetitions.
  ///
  /// Each exercise has a likelihood from 0 to 1, the product of what speaks for it; "none" has what the
  /// best leaves over, and a remainder that shrinks with the number of repetitions. The confidences
  /// are the shares in the sum, in which there is room for what isn't looked at.
  init(_ candidates: [Candidate], thresholds: ExerciseThresholds) {
    let likelihoods = candidates.map { $0.likelihood(by: thresholds) }
    self.init(
      zip(candidates, likelihoods).map { ($0.exercise, $1, $0.evidence.count) },
      thresholds.recognition)
    guard exercise == nil else { return }
    // The first of equals: `max` gives the last.
    let ranked = candidates.indices.reversed().max {
      candidates[$0].nearness(by: thresholds) < candidates[$1].nearness(by: thresholds)
    }
    nearest = ranked.flatMap { place -> NearestExercise? in
      guard candidates[place].nearness(by: thresholds) > 0 else { return nil }
      let weakest = candidates[place].weakest(by: thresholds)
      return NearestExercise(
        exercise: candidates[place].exercise, confidence: likelihoods[place] / total,
        evidence: weakest.map { ($0.value < Candidate.fitting ? $0.quantity : nil) } ?? nil)
    }
  }

  /// - Parameter likelihoods: of each exercise, with the number of its repetitions that count, in part
  ///   those near a limit.
  init(
    _ likelihoods: [(exercise: Exercise, value: Double, count: Double)],
    _ thresholds: RecognitionThresholds
  ) {
    let sum = likelihoods.reduce(0) { $0 + $1.value }
    // The first of equals: `max` gives the last.
    let best = likelihoods.reversed().max { $0.value < $1.value }
    let none = max(
      thresholds.none.value / max(best?.count ?? 1, 1).squareRoot(), 1 - (best?.value ?? 0))
    let isNone = best.map { $0.value <= none } ?? true
    exercise = isNone ? nil : best?.exercise
    total = sum + none + thresholds.unexplained.value
    confidence = (isNone ? none : best?.value ?? 0) / total
  }
}

/// The known exercise that comes nearest to a motion that is none of them, and what speaks against it.
public struct NearestExercise: Sendable, Equatable {
  /// The exercise.
  public let exercise: Exercise
  /// The confidence in it, 0…1: less than in none.
  public let confidence: Double
  /// The strongest evidence against it, by its name in files: `armAside`; `nil` if none decides
  /// alone.
  public let evidence: String?
  /// The same in words: "sideways part of the upper arm's direction at the turning point".
  public let meaning: String?

  init(exercise: Exercise, confidence: Double, evidence: EvidenceQuantity?) {
    (self.exercise, self.confidence) = (exercise, confidence)
    (self.evidence, meaning) = (evidence?.rawValue, evidence?.meaning)
  }
}

/// The choice of the repetitions that are searched for.
public enum ExerciseChoice: Sendable, Equatable {
  /// Those of the exercise that the motion shows, if it shows one.
  case recognized
  /// Those of an exercise.
  case named(Exercise)
  /// Cycles of an angle of the catalogue with a range of at least so many radians; `nil` for a range
  /// that follows from the motion.
  case angle(name: String, minimumRange: Double?)
  /// None.
  case none

  /// The choice as users write it: `auto`, `none`, or the name of an exercise in any of the usual ways;
  /// `nil` for anything else.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "auto": self = .recognized
    case "none": self = .none
    default:
      guard let exercise = Exercise(named: text) else { return nil }
      self = .named(exercise)
    }
  }

  /// The angle of that name: `leftElbowFlexion` as in the catalogue, or `elbow_flex_l` as in another
  /// dialect, with the dialect's zero and sign; `nil` for an unknown name.
  public static func angleDefinition(named name: String) -> AngleDefinition? {
    (AngleDefinition.catalogue + AngleDialect.allCases.flatMap(\.angles))
      .first { $0.name == name }
  }
}

/// Which exercise a motion is, if one.
struct ExerciseRecognition {
  /// What the repetitions found for an exercise say for it.
  struct Candidate {
    let exercise: Exercise
    let evidence: ExerciseEvidence
    /// The repetitions that count or nearly do, and those that didn't go far enough.
    let whole: Int

    /// `nil` where no repetition counts or nearly does, or what counts shows too little.
    init?(_ exercise: Exercise, _ repetitions: [Repetition], in motion: MotionCurves) {
      guard let evidence = ExerciseEvidence(of: repetitions, in: motion) else { return nil }
      self.exercise = exercise
      self.evidence = evidence
      whole = repetitions.count { $0.certainty > 0 || $0.reason == .partialRange }
    }

    /// How well the evidence fits, 0…1.
    func likelihood(by thresholds: ExerciseThresholds) -> Double {
      let (own, common) = (thresholds[exercise], thresholds.recognition)
      func likelihood(_ ramp: EvidenceRamp) -> Double {
        ramp.quantity.value(in: evidence).map(ramp.likelihood) ?? common.unknown.value
      }
      var product = own.evidence.reduce(1) { $0 * likelihood($1) }
      if let best = own.anyOf.map(likelihood).max() { product *= best }
      if own.isLying, evidence.leanAtRest == nil { product *= common.unknownVertical.value }
      // Other movements reach an exercise's range now and then, and come near it often.
      product *= common.whole.likelihood(of: evidence.count / Double(whole))
      // What is met by a hair is as likely as not.
      product *= evidence.certainty
      let further = min(max(evidence.count - 1, 0), 1)
      return product * (common.singleRepetition.value * (1 - further) + further)
    }
  }

  /// The exercise; `nil` for none of those known.
  let exercise: Exercise?
  /// The confidence in that, 0…1.
  let confidence: Double

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
    self.init(
      candidates.map { ($0.exercise, $0.likelihood(by: thresholds), $0.evidence.count) },
      thresholds.recognition)
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
    confidence =
      (isNone ? none : best?.value ?? 0) / (sum + none + thresholds.unexplained.value)
  }
}

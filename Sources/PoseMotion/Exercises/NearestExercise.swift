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

/// What one person does in a sequence: the exercise, its repetitions, and measures.
public struct ExerciseAnalysis: Sendable {
  /// The person.
  public let person: Int
  /// The exercise's word in files, or the name of the angle that was asked for; `nil` when none was
  /// asked for or recognised.
  public let exercise: String?
  /// 0…1: how sure it is; 1 when it was named by the caller, the confidence in "none of them" when
  /// `exercise` is `nil`.
  public let confidence: Double
  /// The repetitions in the order of time, those that don't count among them.
  public let repetitions: [Repetition]
  /// Ranges of motion, symmetry, tempo and sway.
  public let measures: MotionMeasures

  /// How many count.
  public var count: Int { repetitions.count(where: \.isCounted) }

  /// The analysis of one person.
  public init(of person: PersonMotion, choice: ExerciseChoice = .recognized) {
    self.person = person.id
    exercise = nil
    confidence = 0
    repetitions = []
    measures = MotionMeasures()
  }
}

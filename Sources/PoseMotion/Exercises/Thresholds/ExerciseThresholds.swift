/// Every number that decides which exercise a motion is, what counts as a repetition, and whether a
/// criterion is met.
///
/// `standard` is what the program uses. `ThresholdMarginTests` moves each and writes
/// `docs/research/recognition.md`.
struct ExerciseThresholds: Sendable {
  /// The numbers of one exercise.
  struct OfExercise: Sendable {
    /// The smallest range of the followed angle that counts, for every person.
    var minimumRange: Threshold
    /// The likelihood is the product of these …
    var evidence: [EvidenceRamp]
    /// … and of the largest of these, where there are any.
    var anyOf: [EvidenceRamp] = []
    /// Whether it is recognised by lying down, so that it is doubtful where up is unknown.
    var isLying = false
  }

  /// Of each exercise, in the order of `Exercise.allCases`.
  private var exercises = Exercise.allCases.map(OfExercise.init)
  /// The thresholds for finding repetitions in the curve of an angle.
  var repetitions = RepetitionThresholds()
  /// The thresholds for measuring and weighing the evidence for an exercise.
  var recognition = RecognitionThresholds()
  /// The limits of bodies' movement.
  var limits = LimitThresholds()
  /// The limits of the criteria.
  var criteria = CriterionThresholds()

  /// The numbers of an exercise.
  subscript(exercise: Exercise) -> OfExercise {
    get { exercises[Self.position(of: exercise)] }
    set { exercises[Self.position(of: exercise)] = newValue }
  }

  /// The thresholds that the program uses.
  static let standard = ExerciseThresholds()

  private static func position(of exercise: Exercise) -> Int {
    Exercise.allCases.firstIndex(of: exercise)!
  }
}

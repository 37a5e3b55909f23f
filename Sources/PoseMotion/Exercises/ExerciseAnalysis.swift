internal import PoseGeometry
internal import Kinematics

/// One person's motion in a sequence: the exercise, its repetitions, and measures.
public struct ExerciseAnalysis: Sendable {
  /// The person.
  public let person: Int
  /// The exercise's word in files, or the name of the angle that was asked for; `nil` when none was
  /// asked for or recognised.
  public let exercise: String?
  /// The confidence in the exercise, 0…1: 1 when it was named by the caller, that in "none of them"
  /// when `exercise` is `nil`, and 0 when none was looked for.
  public let confidence: Double
  /// The exercise that comes nearest, where one was looked for and none recognised; `nil` where no
  /// movement goes through an exercise's range.
  public let nearest: NearestExercise?
  /// The repetitions in the order of time, those that don't count among them.
  ///
  /// A repetition counts when its angle goes through the exercise's least range, and through 70 % of
  /// the person's own full range: half ones are `partialRange`. Cycles of half the least range, and of
  /// 35 % of the person's own, are listed; what is smaller is sway. What bodies can't do, and what
  /// isn't that exercise, doesn't count, and has its reason. An angle with a `minimumRange` counts
  /// from that on, whatever else the person does.
  public let repetitions: [Repetition]
  /// The prescribed angles by which the repetitions are judged; empty without a prescription.
  public let targets: [AngleTarget]
  /// Ranges of motion, symmetry, tempo and sway.
  public let measures: MotionMeasures

  /// The number that count.
  public var count: Int { repetitions.count(where: \.isCounted) }

  /// The analysis of one person.
  ///
  /// An angle is given by its name in the catalogue or in another dialect
  /// (`ExerciseChoice.angleDefinition(named:)`); an unknown name is the caller's bug. With `targets`,
  /// repetitions are judged by them, and not by what is a matter of form in the exercise.
  public init(
    of person: PersonMotion, choice: ExerciseChoice = .recognized, targets: [AngleTarget] = []
  ) {
    let finding = Finding(of: person, choice: choice, targets: targets)
    self.person = person.id
    (exercise, confidence) = (finding.exercise, finding.confidence)
    nearest = finding.nearest
    repetitions = finding.repetitions
    self.targets = targets
    measures = MotionMeasures(of: person, repetitions: finding.repetitions)
  }
}

/// The exercise and its repetitions, found before anything is measured over the whole sequence.
struct Finding {
  let exercise: String?
  let confidence: Double
  var nearest: NearestExercise?
  let repetitions: [Repetition]

  var count: Int { repetitions.count(where: \.isCounted) }

  /// As in `ExerciseAnalysis`.
  init(
    of person: PersonMotion, choice: ExerciseChoice, targets: [AngleTarget] = [],
    thresholds: ExerciseThresholds = .standard
  ) {
    let judge = TargetJudge(person, targets)
    func judged(_ exercise: Exercise, in motion: MotionCurves) -> [Repetition] {
      Self.repetitions(of: exercise, in: motion, targets: targets).map {
        judge.judged($0, keeping: exercise.definition.essentials.map(\.rawValue))
      }
    }
    switch choice {
    case .none: (exercise, confidence, repetitions) = (nil, 0, [])
    case .named(let named):
      (exercise, confidence) = (named.rawValue, 1)
      repetitions = judged(named, in: MotionCurves(person, thresholds: thresholds))
    case .recognized:
      let motion = MotionCurves(person, thresholds: thresholds)
      let recognition = ExerciseRecognition(motion) { Self.repetitions(of: $0, in: motion) }
      (exercise, confidence) = (recognition.exercise?.rawValue, recognition.confidence)
      nearest = recognition.nearest
      repetitions = recognition.exercise.map { judged($0, in: motion) } ?? []
    case .angle(let name, let minimumRange):
      guard let definition = ExerciseChoice.angleDefinition(named: name) else {
        preconditionFailure("no angle is called \(name)")
      }
      (exercise, confidence) = (definition.name, 1)
      let curve = person.curve(of: definition)
      let finder = Self.finder(curve, minimumRange, person.id, thresholds.repetitions)
      let found = finder.repetitions(in: finder.prepared(SidedCurves(curve)))
      repetitions = RepetitionLimits(person: person, thresholds: thresholds.limits).checked(
        found, of: nil
      ).map { judge.judged($0, keeping: []) }
    }
  }

  // MARK: Repetitions

  /// Returns the finder of the repetitions of an exercise.
  ///
  /// A prescribed half squat counts as one: a target below the exercise's least range lowers that.
  static func finder(
    _ exercise: Exercise, in motion: MotionCurves, targets: [AngleTarget] = []
  ) -> RepetitionFinder {
    let definition = exercise.definition
    let usual = motion.thresholds[exercise].minimumRange.radians
    let prescribed = targets.filter { target in
      target.definitions.contains { $0.name.hasSuffix(definition.angle) }
    }.map { motion.thresholds.repetitions.countedOfOwn.value * $0.degrees.lowerBound * .pi / 180 }
    let least = max(
      motion.thresholds.repetitions.minimumOfAny.radians, prescribed.min() ?? usual)
    let rule = RepetitionFinder.Rule(
      rest: definition.rest, growing: definition.growing,
      minimumRange: min(usual, least),
      mayAlternate: definition.mayAlternate, countsAtTurn: definition.countsAtTurn)
    return RepetitionFinder(
      person: motion.person.id, rule: rule, thresholds: motion.thresholds.repetitions)
  }

  /// The repetitions of an exercise, with its criteria.
  static func repetitions(
    of exercise: Exercise, in motion: MotionCurves, targets: [AngleTarget] = []
  ) -> [Repetition] {
    let finder = finder(exercise, in: motion, targets: targets)
    let found = finder.repetitions(in: finder.prepared(motion[exercise.definition.angle]))
    return judged(found, of: exercise, in: motion)
  }

  /// Repetitions that were found for an exercise, with its criteria; what bodies can't do, and what isn't
  /// that exercise, doesn't count.
  static func judged(
    _ repetitions: [Repetition], of exercise: Exercise, in motion: MotionCurves
  ) -> [Repetition] {
    let limits = RepetitionLimits(person: motion.person, thresholds: motion.thresholds.limits)
    let judge = RepetitionJudge(person: motion.person, thresholds: motion.thresholds.criteria)
    let definition = exercise.definition
    return limits.checked(repetitions, of: definition).map { repetition in
      // Of a lunge the leg in front is judged: the one that bends more. Between one leg in front and one
      // behind there is no asymmetry to be told.
      var repetition = repetition
      if exercise == .lunge { repetition.asymmetry = nil }
      return judge.judged(
        repetition, by: definition.criteria, essentials: definition.essentials,
        isOneSided: exercise == .lunge || repetition.asymmetry == nil)
    }
  }

  /// Returns the finder of the repetitions of an angle that isn't an exercise's.
  static func finder(
    _ curve: AngleCurve, _ minimumRange: Double?, _ person: Int, _ thresholds: RepetitionThresholds
  ) -> RepetitionFinder {
    let rule = RepetitionFinder.Rule(
      minimumRange: minimumRange ?? Self.adaptiveRange(of: curve, thresholds),
      isAdaptive: minimumRange == nil)
    return RepetitionFinder(person: person, rule: rule, thresholds: thresholds)
  }

  /// The least range of an angle that nothing is known of: a share of all that it moves through, but
  /// some degrees at least, and several times its uncertainty.
  private static func adaptiveRange(
    of curve: AngleCurve, _ thresholds: RepetitionThresholds
  ) -> Double {
    let values = curve.values.compactMap { $0 }
    guard !values.isEmpty else { return .pi }
    let sigma = curve.sigmas.compactMap { $0 }.median ?? 0
    let swept = values.spread(withoutOneIn: thresholds.outliers.count)
    return max(
      thresholds.ofSwept.value * swept, thresholds.minimumOfAny.radians,
      min(thresholds.sigmas.value * sigma, thresholds.maximumBySigma.radians))
  }
}

/// The scores of a person's postures over a time by a method.
///
/// Every frame has a distribution of scores that follows from the sigmas of its angles. An input that a skeleton doesn't
/// show and that isn't stated enters as a range: every result has a lowest and a highest value. The worse side counts; a
/// side whose arm isn't measured has no score.
public struct ErgonomicAssessment: Sendable, Equatable {
  /// A result with the inputs that are not known at their most favourable, and at their least.
  public struct Bounds<Value: Sendable & Equatable>: Sendable, Equatable {
    /// With the most favourable inputs.
    public var lowest: Value
    /// With the least favourable inputs.
    public var highest: Value

    /// Both.
    public init(_ lowest: Value, _ highest: Value) {
      (self.lowest, self.highest) = (lowest, highest)
    }
  }

  /// The reason why a frame has no score. The raw value is the word in files.
  public enum Missing: String, CaseIterable, Sendable {
    /// The person isn't measured.
    case person
    /// The trunk's inclination isn't measured: it needs the vertical.
    case trunk
    /// The neck's flexion isn't measured.
    case neck
    /// No arm is measured.
    case arms
  }

  /// A frame.
  public struct Frame: Sendable, Equatable {
    /// The place in the recording.
    public var index: Int
    /// Seconds.
    public var time: Double
    /// The score of the worse side; `nil` for a reason.
    public var score: Bounds<ScoreDistribution>?
    /// The score with the left arm; `nil` if it isn't measured.
    public var left: Bounds<ScoreDistribution>?
    /// The score with the right arm; `nil` if it isn't measured.
    public var right: Bounds<ScoreDistribution>?
    /// The angles that are measured, in the order of `Angle.Name`.
    public var angles: [Angle]
    /// The reason why there is no score.
    public var missing: Missing?
  }

  /// An angle of a posture in radians.
  public struct Angle: Sendable, Equatable {
    /// A name in files.
    public enum Name: String, CaseIterable, Sendable {
      /// The trunk against the vertical, forward.
      case trunkFlexion
      /// Thorax against pelvis, sideways.
      case trunkBend
      /// Thorax against pelvis, about the long axis.
      case trunkTwist
      /// The head against the thorax, forward.
      case neckFlexion
      /// The head against the thorax, sideways.
      case neckBend
      /// The upper arm against the line of the trunk.
      case leftUpperArm, rightUpperArm
      /// The upper arm out of the sagittal plane of the thorax.
      case leftAbduction, rightAbduction
      /// The flexion of the elbow.
      case leftLowerArm, rightLowerArm
      /// The flexion of the knee.
      case leftKnee, rightKnee
    }

    /// The name.
    public var name: Name
    /// Radians.
    public var value: Double
    /// One standard deviation in radians; `nil` if the joints have none.
    public var sigma: Double?
  }

  /// The time in an action level.
  public struct Level: Sendable, Equatable {
    /// The action level.
    public var level: ErgonomicMethod.ActionLevel
    /// The share of the assessed time in the level.
    public var share: Bounds<MotionMeasures.Value>
    /// The share of the assessed time in the level or a higher one.
    public var reached: Bounds<MotionMeasures.Value>
  }

  /// A part of the body, and what it adds to the score.
  public struct Contribution: Sendable, Equatable {
    /// The part.
    public var part: ErgonomicPart
    /// The expected points by which the score would be lower if this part alone had its lowest score, the mean over the
    /// time, inputs that are not known at their most favourable. The sigma is that of errors that a whole take has in
    /// common; `nil` if an angle has no sigma.
    public var points: MotionMeasures.Value
  }

  /// The method.
  public let method: ErgonomicMethod
  /// What was stated.
  public let conditions: WorkConditions
  /// All frames from the first to the last one with the person.
  public let frames: [Frame]
  /// Seconds from the first frame to the last, each frame's own included.
  public let duration: Double
  /// The share of that time for which there is a score.
  public let assessedShare: Double
  /// The share of that time for which there is a score of both sides.
  public let bothSidesShare: Double
  /// The time in the action levels, the least urgent first; empty without a score.
  public let levels: [Level]
  /// The score that is not exceeded for half of the time; `nil` without a score.
  public let median: Bounds<Int>?
  /// The score that is not exceeded for 95 % of the time; `nil` without a score.
  public let percentile95: Bounds<Int>?
  /// What the parts of the body add to the score, the most first; empty without a score.
  public let contributions: [Contribution]
  /// The frames with the highest expected scores, the worst first, apart from each other in time.
  public let worst: [Frame]

  /// The reasons why frames have no score, with the share of the time; empty if all have one.
  public let missing: [(reason: Missing, share: Double)]

  /// The inputs that are not stated.
  public var unknown: [WorkConditions.Input] { conditions.unknown(to: method) }

  /// Whether both are of the same method, statements and frames, from which all else follows.
  public static func == (one: ErgonomicAssessment, other: ErgonomicAssessment) -> Bool {
    one.method == other.method && one.conditions == other.conditions && one.frames == other.frames
  }

  /// The assessment of a person.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - person: the person over time.
  ///   - conditions: what is stated about the work.
  public init(
    _ method: ErgonomicMethod, of person: PersonMotion, conditions: WorkConditions = .init()
  ) {
    let postures = person.workingPostures()
    let range = person.extent.map { Range($0) } ?? person.times.indices
    self.init(
      method, postures: Array(postures[range]), times: Array(person.times[range]),
      first: range.lowerBound, conditions: conditions)
  }

  /// The assessment of postures over time.
  ///
  /// - Parameters:
  ///   - first: the place of the first one in the recording.
  init(
    _ method: ErgonomicMethod, postures: [WorkingPosture?], times: [Double], first: Int = 0,
    conditions: WorkConditions
  ) {
    let scoring = ErgonomicScoring(method, conditions)
    let frames = postures.indices.map { index in
      Frame(postures[index], index: first + index, time: times[index], scoring)
    }
    let weights = FrameTimes.durations(of: times)
    let total = weights.reduce(0, +)
    func share(_ isCounted: (Frame) -> Bool) -> Double {
      total > 0
        ? zip(frames, weights).reduce(0) { $0 + (isCounted($1.0) ? $1.1 : 0) } / total : 0
    }
    (self.method, self.conditions, self.frames) = (method, conditions, frames)
    duration = times.count > 1 ? total : 0
    assessedShare = share { $0.score != nil }
    bothSidesShare = share { $0.left != nil && $0.right != nil }
    missing = Missing.allCases.compactMap { reason in
      let part = share { $0.missing == reason }
      return part > 0 ? (reason, part) : nil
    }
    let assessed = frames.indices.filter { frames[$0].score != nil }
    guard !assessed.isEmpty else {
      (levels, median, percentile95, contributions, worst) = ([], nil, nil, [], [])
      return
    }
    let mixture = Bounds(
      Self.mixture(frames, weights, \.lowest), Self.mixture(frames, weights, \.highest))
    median = Bounds(mixture.lowest.percentile(0.5), mixture.highest.percentile(0.5))
    percentile95 = Bounds(mixture.lowest.percentile(0.95), mixture.highest.percentile(0.95))
    let weighted = assessed.compactMap { index in postures[index].map { ($0, weights[index]) } }
    let spread = CommonErrors(scoring, weighted)
    levels = method.actionLevels.map { level in
      let above = level.scores.lowerBound...method.scores.upperBound
      func value(_ scores: ClosedRange<Int>) -> Bounds<MotionMeasures.Value> {
        let sigma = spread.sigma(of: scores)
        return Bounds(
          .init(mixture.lowest.probability(of: scores), sigma: sigma.lowest),
          .init(mixture.highest.probability(of: scores), sigma: sigma.highest))
      }
      return Level(level: level, share: value(level.scores), reached: value(above))
    }
    let contributed = scoring.meanContributions(to: weighted)
    contributions = zip(ErgonomicPart.allCases, contributed).map { part, points in
      Contribution(part: part, points: .init(points, sigma: spread.sigma(of: part)))
    }.enumerated().sorted {
      ($1.element.points.value, $0.offset) < ($0.element.points.value, $1.offset)
    }.map(\.element)
    worst = Self.worst(of: assessed.map { frames[$0] })
  }

  /// The distribution of the score over the time.
  private static func mixture(
    _ frames: [Frame], _ weights: [Double],
    _ bound: KeyPath<Bounds<ScoreDistribution>, ScoreDistribution>
  ) -> ScoreDistribution {
    var sum: [Double] = []
    var hasSigmas = true
    for (frame, weight) in zip(frames, weights) {
      guard let score = frame.score?[keyPath: bound] else { continue }
      if sum.isEmpty { sum = score.probabilities.map { _ in 0 } }
      hasSigmas = hasSigmas && score.hasSigmas
      for index in sum.indices { sum[index] += weight * score.probabilities[index] }
    }
    return ScoreDistribution(sum, hasSigmas: hasSigmas)
  }

  /// The frames whose expected score no frame near them exceeds, the highest first.
  private static func worst(of frames: [Frame]) -> [Frame] {
    let thresholds = ErgonomicsThresholds.standard
    let separation = thresholds.separation.value
    let ranked = frames.map { (frame: $0, score: $0.expected) }
      .sorted { ($1.score, $0.frame.time) < ($0.score, $1.frame.time) }
    var found: [Frame] = []
    for (frame, score) in ranked {
      guard found.count < thresholds.moments.count else { break }
      // The flank of a peak isn't a moment of its own.
      let isPeak = ranked.allSatisfy {
        abs($0.frame.time - frame.time) >= separation || $0.score <= score
      }
      if isPeak, found.allSatisfy({ abs($0.time - frame.time) >= separation }) {
        found.append(frame)
      }
    }
    return found
  }
}

extension ErgonomicAssessment.Frame {
  fileprivate init(
    _ posture: WorkingPosture?, index: Int, time: Double, _ scoring: ErgonomicScoring
  ) {
    (self.index, self.time) = (index, time)
    angles = posture?.angles ?? []
    guard let posture else {
      missing = .person
      return
    }
    missing = posture.missing
    guard missing == nil, let lowest = scoring.scores(of: posture, .lowest),
      let highest = scoring.scores(of: posture, .highest)
    else { return }
    func bounds(
      _ points: (ErgonomicScoring.Scores) -> PointDistribution?
    ) -> ErgonomicAssessment.Bounds<ScoreDistribution>? {
      guard let low = points(lowest), let high = points(highest) else { return nil }
      return .init(
        ScoreDistribution(low, of: scoring.method, hasSigmas: posture.hasSigmas),
        ScoreDistribution(high, of: scoring.method, hasSigmas: posture.hasSigmas))
    }
    score = bounds(\.worse)
    left = bounds(\.sides.left)
    right = bounds(\.sides.right)
  }

  /// The middle of the expected scores.
  var expected: Double { score.map { ($0.lowest.mean + $0.highest.mean) / 2 } ?? 0 }
}

extension WorkingPosture {
  /// The angles that are measured.
  fileprivate var angles: [ErgonomicAssessment.Angle] {
    ErgonomicAssessment.Angle.Name.allCases.compactMap { name in
      let angle =
        switch name {
        case .trunkFlexion: trunkFlexion
        case .trunkBend: trunkBend
        case .trunkTwist: trunkTwist
        case .neckFlexion: neckFlexion
        case .neckBend: neckBend
        case .leftUpperArm: arms.left.elevation
        case .rightUpperArm: arms.right.elevation
        case .leftAbduction: arms.left.abduction
        case .rightAbduction: arms.right.abduction
        case .leftLowerArm: arms.left.elbow
        case .rightLowerArm: arms.right.elbow
        case .leftKnee: knees.left
        case .rightKnee: knees.right
        }
      return angle.map { .init(name: name, value: $0.value, sigma: $0.sigma) }
    }
  }
}

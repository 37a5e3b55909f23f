internal import Foundation
internal import PoseGeometry

/// One cycle of an exercise, counted or not.
public struct Repetition: Sendable, Equatable {
  /// The reason why a repetition was not counted. The raw value is the word in files.
  public enum Reason: String, CaseIterable, Sendable {
    /// It did not go far enough.
    case partialRange
    /// It was too short to be one.
    case tooFast
    /// It took longer than one takes.
    case tooSlow
    /// It had begun before the first frame.
    case startNotSeen
    /// It was not over at the last frame.
    case endNotSeen
    /// The person was not seen for too much of it.
    case notSeen
    /// Its range is uncertain by more than 45°.
    case uncertain
    /// A joint would have to go faster, or farther, than joints do.
    case impossible
    /// Left and right went different ways in an exercise that they do together.
    case sidesDiffer
    /// The person was not upright throughout an exercise that is done standing or sitting.
    case notUpright
    /// A defining feature of the exercise was missing: the unmet criterion names it.
    case criterionNotMet
  }

  /// A requirement of some exercises on a repetition: whether it was met, and what was measured.
  public struct Criterion: Sendable, Equatable {
    /// Its name in files, `hipBelowKnee`.
    public var name: String
    /// Whether it was met; `nil` when it can't be told.
    public var isMet: Bool?
    /// The measured value, in its unit; `nil` if it can't be measured.
    public var value: Double?
    /// One standard deviation; `nil` when unknown.
    public var sigma: Double?
    /// `metre`, `degree`, `second`.
    public var unit: String
    /// The prescribed values, in its unit; `nil` for a criterion of the exercise.
    public var target: ClosedRange<Double>?

    /// A criterion.
    public init(
      name: String, isMet: Bool?, value: Double?, sigma: Double? = nil, unit: String,
      target: ClosedRange<Double>? = nil
    ) {
      (self.name, self.isMet, self.value, self.sigma, self.unit) = (name, isMet, value, sigma, unit)
      self.target = target
    }
  }

  /// The person.
  public var person: Int
  /// Whether it counts.
  public var isCounted: Bool
  /// The reason why it doesn't count; `nil` when it does.
  public var reason: Reason?
  /// The time in seconds at which it leaves the resting position.
  public var start: Double
  /// The time at which it turns: the middle of a stay there.
  public var turn: Double
  /// The time at which it is back.
  public var end: Double
  /// The name of the angle that was followed: that of the side that moved farther, where both move.
  public var angle: String
  /// Radians from the resting position to the turning point, of that angle.
  public var rangeOfMotion: Double
  /// One standard deviation of it, that of a difference of two measurements; `nil` when unknown.
  public var rangeOfMotionSigma: Double?
  /// Radians at the turning point.
  public var angleAtTurn: Double
  /// One standard deviation of it; `nil` when unknown.
  public var angleAtTurnSigma: Double?
  /// Seconds in which the working muscles lengthen under load; which half of the repetition that is
  /// depends on the exercise. A stay at the turning point longer than a quarter of it all is in
  /// neither half. `nil` for an angle that isn't an exercise's.
  public var eccentricTime: Double?
  /// Seconds in which they shorten.
  public var concentricTime: Double?
  /// The greatest speed of the angle, radians a second.
  public var peakVelocity: Double
  /// Left range less right, as a fraction of their mean; `nil` for an angle of one side, or where
  /// one is not seen. Its sigma is that of ranges that err by themselves.
  public var asymmetry: MotionMeasures.Value?
  /// The other criteria.
  public var criteria: [Criterion]
  /// The certainty that it counts: 1 far within all limits, 0.5 at one of them, 0 far beyond.
  /// Recognition goes by it, so that no answer hangs on a limit that is met or missed by a hair.
  var certainty: Double

  /// A repetition.
  public init(
    person: Int, isCounted: Bool, reason: Reason? = nil, start: Double, turn: Double, end: Double,
    angle: String, rangeOfMotion: Double, rangeOfMotionSigma: Double? = nil, angleAtTurn: Double,
    angleAtTurnSigma: Double? = nil, eccentricTime: Double? = nil, concentricTime: Double? = nil,
    peakVelocity: Double,
    asymmetry: MotionMeasures.Value? = nil, criteria: [Criterion] = []
  ) {
    self.person = person
    self.isCounted = isCounted
    self.reason = reason
    self.start = start
    self.turn = turn
    self.end = end
    self.angle = angle
    self.rangeOfMotion = rangeOfMotion
    self.rangeOfMotionSigma = rangeOfMotionSigma
    self.angleAtTurn = angleAtTurn
    self.angleAtTurnSigma = angleAtTurnSigma
    self.eccentricTime = eccentricTime
    self.concentricTime = concentricTime
    self.peakVelocity = peakVelocity
    self.asymmetry = asymmetry
    self.criteria = criteria
    certainty = isCounted ? 1 : 0
  }
}

extension Repetition {
  /// The range as a share of the median of the counted repetitions' ranges; `nil` when none counts.
  package func share(among repetitions: [Repetition]) -> Double? {
    repetitions.filter(\.isCounted).map(\.rangeOfMotion).median
      .flatMap { $0 > 0 ? rangeOfMotion / $0 : nil }
  }
}

/// The best and the worst of the repetitions that count: the one that misses the fewest criteria and then goes farthest,
/// and the one that misses the most and then goes least far. Of equal ones the earlier is better.
package struct RepetitionExtremes: Sendable, Equatable {
  /// The places among the repetitions; equal where one counts.
  package let best: Int, worst: Int
  /// Whether they differ by more than the measurement errs: one misses more criteria, or their ranges are more than two
  /// sigmas of their difference apart. `nil` where a sigma is unknown.
  package let differ: Bool?

  /// The extremes of some repetitions; `nil` where none counts.
  package init?(of repetitions: [Repetition]) {
    let counted = repetitions.indices.filter { repetitions[$0].isCounted }
    func missed(_ place: Int) -> Int { repetitions[place].criteria.count { $0.isMet == false } }
    func isBetter(_ one: Int, _ other: Int) -> Bool {
      (missed(one), -repetitions[one].rangeOfMotion, one)
        < (missed(other), -repetitions[other].rangeOfMotion, other)
    }
    guard let best = counted.min(by: isBetter), let worst = counted.max(by: isBetter) else {
      return nil
    }
    (self.best, self.worst) = (best, worst)
    let (one, other) = (repetitions[best], repetitions[worst])
    let sigma = one.rangeOfMotionSigma.flatMap { sigma in
      other.rangeOfMotionSigma.map { hypot(sigma, $0) }
    }
    differ =
      missed(best) != missed(worst)
      ? true : sigma.map { one.rangeOfMotion - other.rangeOfMotion > 2 * $0 }
  }
}

internal import PoseSystem

/// A measured quantity with its normal distribution.
struct MeasuredQuantity: Sendable, Equatable {
  /// In its unit; of an angle radians.
  var value: Double
  /// One standard deviation in the same unit; 0 for a quantity that is certain, `nil` if it is unknown: the value counts
  /// as it is then.
  var sigma: Double?

  /// The probability that it is more than a limit, or at least the limit.
  func probability(beyond limit: Double, includesLimit: Bool = false) -> Double {
    guard let sigma, sigma > 0 else {
      return value > limit || (includesLimit && value == limit) ? 1 : 0
    }
    return erfc((limit - value) / (sigma * 2.0.squareRoot())) / 2
  }

  /// The probability that its absolute value is more than a limit, or at least the limit.
  func probability(awayBeyond limit: Double, includesLimit: Bool = false) -> Double {
    let other = MeasuredQuantity(value: -value, sigma: sigma)
    return min(
      1,
      probability(beyond: limit, includesLimit: includesLimit)
        + other.probability(beyond: limit, includesLimit: includesLimit))
  }
}

/// The points for an angle, in steps.
struct ScoreSteps: Sendable {
  /// A limit from which on other points are given.
  struct Step: Sendable {
    /// Radians.
    let limit: Double
    /// Whether the limit itself belongs to the step.
    let includesLimit: Bool
    let points: Int

    /// Points for more than so many degrees.
    static func above(_ degrees: Double, _ points: Int) -> Step {
      Step(limit: degrees * .pi / 180, includesLimit: false, points: points)
    }

    /// Points for so many degrees and more.
    static func from(_ degrees: Double, _ points: Int) -> Step {
      Step(limit: degrees * .pi / 180, includesLimit: true, points: points)
    }
  }

  /// The points before the first step.
  let first: Int
  /// The steps by their limits.
  let steps: [Step]

  init(_ first: Int, _ steps: [Step]) { (self.first, self.steps) = (first, steps) }
}

/// The probabilities of 0…15 points.
struct PointDistribution: Sendable, Equatable {
  var probabilities: SIMD16<Double>

  init(_ probabilities: SIMD16<Double>) { self.probabilities = probabilities }

  /// So many points for certain.
  init(certain points: Int) {
    probabilities = .zero
    probabilities[points] = 1
  }

  /// The points of an angle.
  ///
  /// - Parameter isUnsigned: whether the angle has no sign, so that an error beyond 0 makes it greater.
  init(_ steps: ScoreSteps, of angle: MeasuredQuantity, isUnsigned: Bool = false) {
    probabilities = .zero
    // Steps in an angle's own order, so that those beyond a limit are left of those beyond the one before.
    var (points, beyond) = (steps.first, 1.0)
    for step in steps.steps {
      let next = min(
        beyond,
        isUnsigned
          ? angle.probability(awayBeyond: step.limit, includesLimit: step.includesLimit)
          : angle.probability(beyond: step.limit, includesLimit: step.includesLimit))
      probabilities[points] += beyond - next
      (points, beyond) = (step.points, next)
    }
    probabilities[points] += beyond
  }

  /// A mixture: this distribution, and the other one with a probability.
  func mixed(with other: PointDistribution, _ probability: Double) -> PointDistribution {
    PointDistribution(
      probabilities * (1 - probability) + other.probabilities * probability)
  }

  /// With points added, or with a negative number taken away.
  func plus(_ points: Int) -> PointDistribution {
    guard points != 0 else { return self }
    var sum = SIMD16<Double>.zero
    for (index, p) in entries { sum[index + points] += p }
    return PointDistribution(sum)
  }

  /// With points added with a probability.
  func plus(_ points: Int, probability: Double) -> PointDistribution {
    probability > 0 ? mixed(with: plus(points), probability) : self
  }

  /// With points below or above a range counted as its ends.
  func clamped(to range: ClosedRange<Int>) -> PointDistribution {
    var result = SIMD16<Double>.zero
    for (index, p) in entries {
      result[min(max(index, range.lowerBound), range.upperBound)] += p
    }
    return PointDistribution(result)
  }

  /// The greater of two independent numbers of points.
  func greatest(with other: PointDistribution) -> PointDistribution {
    var result = SIMD16<Double>.zero
    for (a, p) in entries {
      for (b, q) in other.entries { result[max(a, b)] += p * q }
    }
    return PointDistribution(result)
  }

  /// The points that have a probability, with it.
  var entries: [(points: Int, probability: Double)] {
    var entries: [(points: Int, probability: Double)] = []
    for index in 0..<16 where probabilities[index] > 0 {
      entries.append((index, probabilities[index]))
    }
    return entries
  }
}

/// The probabilities of a method's scores in a frame, or over a time.
public struct ScoreDistribution: Sendable, Equatable {
  /// By score, from 1 on. Their sum is 1. Of angles without sigmas they are those of the values as they are.
  public let probabilities: [Double]
  /// Whether all angles have sigmas.
  public let hasSigmas: Bool

  /// A distribution from its probabilities, which are made to have the sum 1.
  init(_ probabilities: [Double], hasSigmas: Bool) {
    self.hasSigmas = hasSigmas
    let sum = probabilities.reduce(0, +)
    precondition(sum > 0, "a distribution without a score")
    self.probabilities = probabilities.map { $0 / sum }
  }

  init(_ points: PointDistribution, of method: ErgonomicMethod, hasSigmas: Bool = true) {
    self.init(method.scores.map { points.probabilities[$0] }, hasSigmas: hasSigmas)
  }

  /// The expected score.
  public var mean: Double {
    probabilities.enumerated().reduce(0) { $0 + Double($1.offset + 1) * $1.element }
  }

  /// One standard deviation of the score; `nil` if an angle has no sigma.
  public var sigma: Double? {
    guard hasSigmas else { return nil }
    let mean = mean
    let variance = probabilities.enumerated().reduce(0) { sum, entry in
      let off = Double(entry.offset + 1) - mean
      return sum + off * off * entry.element
    }
    return max(variance, 0).squareRoot()
  }

  /// The probability of some scores.
  public func probability(of scores: ClosedRange<Int>) -> Double {
    scores.reduce(0) { $0 + (probabilities.indices.contains($1 - 1) ? probabilities[$1 - 1] : 0) }
  }

  /// The least score that is not exceeded with a probability.
  public func percentile(_ share: Double) -> Int {
    var sum = 0.0
    for (index, probability) in probabilities.enumerated() {
      sum += probability
      // Of shares that are equal but for rounding, the lower score.
      if sum >= share - 1e-9 { return index + 1 }
    }
    return probabilities.count
  }
}

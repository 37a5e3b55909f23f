internal import PoseGeometry

/// The spread of shares of time by errors that a whole take has in common.
///
/// Most of an angle's error in a frame is also in the next one, so that more frames make no share more certain. Each
/// quantity is taken to err by the same number of its standard deviations in all frames. The shares are computed
/// for errors that are drawn from normal distributions; the draws are the same each time.
struct CommonErrors {
  /// The seed of the draws, which are the same each time; chosen.
  static let seed: UInt64 = 42
  /// The draws, each with its opposite.
  static let pairs = 64
  /// Of them so many for what parts of the body add, each of which takes as long as a score.
  static let pairsForParts = 16
  /// Of longer takes so many frames are used, evenly.
  static let frames = 600

  /// Whether every quantity has a sigma, without which no spread is known.
  private let hasSigmas: Bool
  /// The shares of time by score for each draw.
  private let lowest: [[Double]]
  private let highest: [[Double]]
  /// What the parts of `ErgonomicPart` add to the score, for some of the draws.
  private let parts: [[Double]]

  /// - Parameters:
  ///   - scoring: the method.
  ///   - postures: those that have scores, with their time.
  init(_ scoring: ErgonomicScoring, _ postures: [(posture: WorkingPosture, weight: Double)]) {
    let step = max(1, (postures.count + Self.frames - 1) / Self.frames)
    let used = stride(from: 0, to: postures.count, by: step).map { postures[$0] }
    let total = used.reduce(0) { $0 + $1.weight }
    hasSigmas = used.allSatisfy { $0.posture.hasSigmas }
    let isDrawn = used.contains { entry in entry.posture.quantities.contains { $0.sigma != 0 } }
    var (lowest, highest, parts): ([[Double]], [[Double]], [[Double]]) = ([], [], [])
    var random = RandomNumbers(seed: Self.seed)
    for pair in 0..<(hasSigmas && isDrawn ? Self.pairs : 0) {
      let errors = (0..<WorkingPosture.errorCount).map { _ in random.normal() }
      for sign in [1.0, -1] {
        let signed = errors.map { $0 * sign }
        var shares = (low: SIMD16<Double>.zero, high: SIMD16<Double>.zero)
        let drawn = used.map { (posture: $0.posture.drawn(signed), weight: $0.weight) }
        for (posture, weight) in drawn {
          if let scores = scoring.scores(of: posture, .lowest) {
            shares.low += scores.worse.probabilities * (weight / total)
          }
          if let scores = scoring.scores(of: posture, .highest) {
            shares.high += scores.worse.probabilities * (weight / total)
          }
        }
        lowest.append((0..<16).map { shares.low[$0] })
        highest.append((0..<16).map { shares.high[$0] })
        if pair < Self.pairsForParts {
          parts.append(scoring.meanContributions(to: drawn))
        }
      }
    }
    (self.lowest, self.highest, self.parts) = (lowest, highest, parts)
  }

  /// One standard deviation of what a part of the body adds to the score; `nil` if an angle has no sigma.
  func sigma(of part: ErgonomicPart) -> Double? {
    guard hasSigmas else { return nil }
    guard parts.count > 1, let place = ErgonomicPart.allCases.firstIndex(of: part) else { return 0 }
    return parts.map { $0[place] }.standardDeviation
  }

  /// One standard deviation of the share of the time with some scores; `nil` if an angle has no sigma.
  func sigma(of scores: ClosedRange<Int>) -> ErgonomicAssessment.Bounds<Double?> {
    func sigma(_ draws: [[Double]]) -> Double? {
      guard hasSigmas else { return nil }
      let shares = draws.map { draw in scores.reduce(0) { $0 + draw[$1] } }
      return shares.count > 1 ? shares.standardDeviation : 0
    }
    return .init(sigma(lowest), sigma(highest))
  }

  /// The mean share of the time with some scores over the draws, for tests.
  func mean(of scores: ClosedRange<Int>) -> ErgonomicAssessment.Bounds<Double> {
    func mean(_ draws: [[Double]]) -> Double {
      draws.map { draw in scores.reduce(0) { $0 + draw[$1] } }.mean
    }
    return .init(mean(lowest), mean(highest))
  }
}

/// The times for which frames stand.
enum FrameTimes {
  /// Half of the way to the neighbours on both sides; at the ends twice the one half, and nowhere more than three times
  /// the median interval: nothing is known of a gap. One frame alone stands for one.
  static func durations(of times: [Double]) -> [Double] {
    guard let step = times.medianStep else { return times.map { _ in 1 } }
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let limit = 3 * step
    return times.indices.map { index in
      let before = index > 0 ? steps[index - 1] : steps[0]
      let after = index < steps.count ? steps[index] : steps[steps.count - 1]
      return (min(before, limit) + min(after, limit)) / 2
    }
  }
}

internal import Foundation

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

internal import PoseGeometry

extension Repetition {
  /// The range as a share of the median of the counted repetitions' ranges; `nil` when none counts.
  package func share(among repetitions: [Repetition]) -> Double? {
    repetitions.filter(\.isCounted).map(\.rangeOfMotion).median
      .flatMap { $0 > 0 ? rangeOfMotion / $0 : nil }
  }
}

/// A measurement with its weight.
struct WeightedSample {
  let value: Double
  let weight: Double
}

extension [WeightedSample] {
  /// The value up to which half of the weight is; `nil` when there is none.
  var median: Double? {
    let sorted = sorted { ($0.value, $0.weight) < ($1.value, $1.weight) }
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    for sample in sorted {
      sum += sample.weight
      if sum >= half { return sample.value }
    }
    return sorted.last?.value
  }
}

/// The meaning of the integers of a phone's depth image: their quantity, and the two values of it
/// between which they are spread.
struct AuxiliaryRange: Equatable {
  /// The quantity that grows evenly with the samples.
  enum Quantity: Equatable {
    /// Metres.
    case distance
    /// 1/m: what Apple and HEVC call disparity.
    case disparity
  }

  var quantity: Quantity
  /// The quantity where the sample is 0 and where it is the largest.
  var low: Double
  var high: Double

  /// The distances of samples from 0 to `maximum`; NaN where the quantity isn't positive. Neither
  /// Apple nor Google reserves a sample for "nothing measured".
  func distances(_ samples: [UInt16], maximum: Int) -> [Float] {
    // A table: there are at most 65536 different samples.
    let table = (0...maximum).map { sample in
      let share = Double(sample) / Double(maximum)
      let value = low + (high - low) * share
      guard value > 0 else { return Float.nan }
      return Float(quantity == .distance ? value : 1 / value)
    }
    return samples.map { table[min(Int($0), maximum)] }
  }
}

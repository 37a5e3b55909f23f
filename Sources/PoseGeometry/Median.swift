extension [Double] {
  /// The middle value, of an even number the mean of the middle two; `nil` for none. Found by selection
  /// (Hoare, Algorithm 65: FIND, 1961), in linear time on average.
  package var median: Double? {
    guard !isEmpty else { return nil }
    var values = self
    let middle = values.count / 2
    values.withUnsafeMutableBufferPointer { Self.select(middle, in: $0) }
    guard values.count.isMultiple(of: 2) else { return values[middle] }
    return (values[middle] + values[..<middle].reduce(-.infinity) { Swift.max($0, $1) }) / 2
  }

  /// Puts the value that sorting would put at a place there, none larger before and none smaller after it.
  private static func select(_ place: Int, in values: UnsafeMutableBufferPointer<Double>) {
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = middle(values[low], values[(low + high) / 2], values[high])
      // Smaller than the pivot before `start`, larger after `end`, and those like it between.
      var (start, next, end) = (low, low, high)
      while next <= end {
        if values[next] < pivot {
          values.swapAt(start, next)
          (start, next) = (start + 1, next + 1)
        } else if values[next] > pivot {
          values.swapAt(next, end)
          end -= 1
        } else {
          next += 1
        }
      }
      if place < start {
        high = start - 1
      } else if place > end {
        low = end + 1
      } else {
        return
      }
    }
  }

  private static func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
    Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }
}

extension Collection<Double> {
  /// The middle value, of an even number the larger of the middle two; `nil` for none.
  package var upperMedian: Double? { isEmpty ? nil : sorted()[count / 2] }

  /// The median step between times that increase, of an even number of steps the longer of the two in the middle; `nil` for
  /// fewer than two times.
  package var medianStep: Double? { zip(dropFirst(), self).map { $0 - $1 }.upperMedian }
}

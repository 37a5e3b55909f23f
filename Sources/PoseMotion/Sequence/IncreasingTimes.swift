extension [Double] {
  /// The positions of the times from one to another, both included, of times that increase; empty
  /// where there are none.
  ///
  /// A repetition is short and a recording may be long: this doesn't look at all of it.
  func positions(from start: Double, to end: Double) -> Range<Int> {
    let first = firstPosition { $0 >= start }
    return first..<Swift.max(first, firstPosition { $0 > end })
  }

  /// The position of the time nearest to another, of times that increase: of two as near the earlier.
  /// `nil` when there are no times.
  func nearestPosition(to time: Double) -> Int? {
    let next = firstPosition { $0 >= time }
    guard next > 0 else { return isEmpty ? nil : 0 }
    guard next < count else { return count - 1 }
    return self[next] - time < time - self[next - 1] ? next : next - 1
  }

  /// The first position from which all times are late enough; `count` when none is.
  private func firstPosition(isLateEnough: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLateEnough(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension DepthMap {
  /// The share of the pixels, 0…1, at which something was measured.
  public var validShare: Double {
    Double(metres.count { !$0.isNaN }) / Double(metres.count)
  }

  /// The median in metres of what was measured (the upper one of two); `nil` when nothing was. A
  /// median outside 0.2–10 m hints at a wrong unit.
  public var median: Double? { quantile(0.5) }

  /// The depth in metres below which this share, 0…1, of what was measured lies: the reading at that
  /// rank, not interpolated; `nil` when nothing was measured.
  public func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "the share \(share) of a map")
    let count = metres.count { !$0.isNaN }
    guard count > 0 else { return nil }
    return Double(measured(atRank: min(Int(share * Double(count)), count - 1)))
  }

  /// The reading with so many smaller ones. Positive numbers have the order of their bits, so that
  /// two counts, of the upper and of the lower half of the bits, find it without sorting.
  private func measured(atRank rank: Int) -> Float {
    var rank = rank
    var bits: UInt32 = 0
    for shift in [UInt32(16), 0] {
      var counts = [Int](repeating: 0, count: 1 << 16)
      for depth in metres where !depth.isNaN {
        let pattern = depth.bitPattern
        guard shift == 16 || pattern >> 16 == bits >> 16 else { continue }
        counts[Int(pattern >> shift & 0xFFFF)] += 1
      }
      var half = 0
      while rank >= counts[half] {
        rank -= counts[half]
        half += 1
      }
      bits |= UInt32(half) << shift
    }
    return Float(bitPattern: bits)
  }

  /// The least and the greatest depth in metres of what was measured; `nil` when nothing was.
  public var range: ClosedRange<Double>? {
    var (least, greatest) = (Float.infinity, -Float.infinity)
    for depth in metres {
      least = depth < least ? depth : least
      greatest = depth > greatest ? depth : greatest
    }
    return least <= greatest ? Double(least)...Double(greatest) : nil
  }
}

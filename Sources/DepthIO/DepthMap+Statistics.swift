extension DepthMap {
  /// The share of the pixels, 0…1, at which something was measured.
  public var validShare: Double {
    Double(metres.count { !$0.isNaN }) / Double(metres.count)
  }

  /// The median in metres of what was measured (the upper one of two); `nil` when nothing was. A
  /// median outside 0.2–10 m hints at a wrong unit.
  public var median: Double? {
    let measured = metres.filter { !$0.isNaN }.sorted()
    return measured.isEmpty ? nil : Double(measured[measured.count / 2])
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

internal import PoseMotion

/// The gaps in a plot's curves.
enum PlotGaps {
  /// Seconds: a line leads over gaps up to this, the longest that are filled in sequences by default.
  static let longestBridged = 0.5

  /// The frames before and after each gap of a curve that a line leads over.
  static func bridges(of curve: AngleCurve) -> [(before: Int, after: Int)] {
    let known = curve.times.indices.filter { curve.degrees($0) != nil }
    return zip(known, known.dropFirst()).filter { before, after in
      after > before + 1 && curve.times[after] - curve.times[before] <= longestBridged
    }.map { ($0, $1) }
  }

  /// The spans of time, longer than a gap that is bridged, in which no curve has a value; none where
  /// there is no value at all.
  static func unmeasured(
    in curves: [AngleCurve], within span: ClosedRange<Double>
  ) -> [ClosedRange<Double>] {
    let known = Set(
      curves.flatMap { curve in
        curve.times.indices.filter { curve.degrees($0) != nil }.map { curve.times[$0] }
      }
    ).sorted()
    guard !known.isEmpty else { return [] }
    let borders = [span.lowerBound] + known + [span.upperBound]
    return zip(borders, borders.dropFirst()).filter { $1 - $0 > longestBridged }.map { $0...$1 }
  }
}

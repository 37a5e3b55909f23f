/// A detector's output for one place. Units are those of its input square until they are turned
/// into pixels.
struct DetectorCandidate: Equatable {
  /// 0…1.
  var score: Double
  /// The face, or the palm.
  var box: BoundingBox
  /// The points that come with it, as many as the detector has.
  var keypoints: [SIMD2<Double>]
}

extension DetectorCandidate {
  /// Candidates for the same person or hand made into one, the best first. The best candidate takes
  /// all whose boxes overlap its own by more than `threshold` (intersection over union); box and
  /// points become the mean weighted by the scores, the score stays the best one's. MediaPipe's
  /// weighted NonMaxSuppressionCalculator.
  static func merged(_ candidates: [DetectorCandidate], threshold: Double) -> [DetectorCandidate] {
    var rest = candidates.sorted { $0.score > $1.score }
    var found: [DetectorCandidate] = []
    while let best = rest.first {
      // A box without area overlaps nothing, not even itself; it still goes once taken.
      let group = rest.filter { $0.box.overlap(with: best.box) > threshold }
      found.append(group.isEmpty ? best : mean(of: group, score: best.score))
      rest = rest.dropFirst().filter { $0.box.overlap(with: best.box) <= threshold }
    }
    return found
  }

  private static func mean(of group: [DetectorCandidate], score: Double) -> DetectorCandidate {
    let total = group.reduce(0) { $0 + $1.score }
    func mean(_ value: (DetectorCandidate) -> SIMD2<Double>) -> SIMD2<Double> {
      group.reduce(.zero) { $0 + value($1) * $1.score } / total
    }
    return DetectorCandidate(
      score: score,
      box: BoundingBox(minimum: mean(\.box.minimum), maximum: mean(\.box.maximum)),
      keypoints: group[0].keypoints.indices.map { index in mean { $0.keypoints[index] } })
  }
}

/// What the person detector says about one place: units are those of the square that it looked at
/// until they are turned into pixels.
struct PersonCandidate: Equatable {
  /// 0…1.
  var score: Double
  /// The face.
  var box: PersonBox
  /// The middle of the hips.
  var hips: SIMD2<Double>
  /// The point on the circle around the whole body that the head points to.
  var scalePoint: SIMD2<Double>
}

extension PersonCandidate {
  /// Candidates for the same person made into one, the best first. The best candidate takes all
  /// whose boxes overlap its own by more than `threshold` (intersection over union); box and points
  /// become the mean weighted by the scores, the score stays the best one's. MediaPipe's weighted
  /// NonMaxSuppressionCalculator.
  static func merged(_ candidates: [PersonCandidate], threshold: Double) -> [PersonCandidate] {
    var rest = candidates.sorted { $0.score > $1.score }
    var people: [PersonCandidate] = []
    while let best = rest.first {
      // A box without area overlaps nothing, not even itself; it still goes once taken.
      let group = rest.filter { $0.box.overlap(with: best.box) > threshold }
      people.append(group.isEmpty ? best : mean(of: group, score: best.score))
      rest = rest.dropFirst().filter { $0.box.overlap(with: best.box) <= threshold }
    }
    return people
  }

  private static func mean(of group: [PersonCandidate], score: Double) -> PersonCandidate {
    let total = group.reduce(0) { $0 + $1.score }
    func mean(_ value: (PersonCandidate) -> SIMD2<Double>) -> SIMD2<Double> {
      group.reduce(.zero) { $0 + value($1) * $1.score } / total
    }
    return PersonCandidate(
      score: score,
      box: PersonBox(minimum: mean(\.box.minimum), maximum: mean(\.box.maximum)),
      hips: mean(\.hips),
      scalePoint: mean(\.scalePoint))
  }
}

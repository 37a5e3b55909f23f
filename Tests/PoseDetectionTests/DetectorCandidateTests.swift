import PoseGeometry
import TestSupport
import Testing

@testable import PoseDetection

@Suite("Candidates for the same person")
struct DetectorCandidateTests {
  @Test("are merged as the plain algorithm does it", arguments: 1...40)
  func random(seed: Int) {
    var random = RandomNumbers(seed: UInt64(seed))
    let candidates = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      candidate(
        score: Double.random(in: 0.5...1, using: &random),
        x: Double.random(in: 0...0.6, using: &random),
        y: Double.random(in: 0...0.6, using: &random),
        width: Double.random(in: 0.1...0.4, using: &random),
        height: Double.random(in: 0.1...0.4, using: &random))
    }
    let merged = DetectorCandidate.merged(candidates, threshold: 0.3)
    let expected = plain(candidates.map(numbers))
    #expect(merged.count == expected.count)
    for (one, other) in zip(merged.map(numbers), expected) {
      for (a, b) in zip(one, other) { #expect(abs(a - b) < Tolerance.rounding) }
    }
  }

  @Test("keep the best score and take the weighted mean of the rest")
  func mean() throws {
    let merged = DetectorCandidate.merged(
      [
        candidate(score: 0.6, x: 0.1, y: 0, width: 1, height: 1),
        candidate(score: 0.9, x: 0, y: 0, width: 1, height: 1),
      ], threshold: 0.3)
    let person = try #require(merged.first)
    #expect(merged.count == 1)
    #expect(person.score == 0.9)
    #expect(abs(person.box.minimum.x - 0.04) < Tolerance.rounding)
    #expect(abs(person.keypoints[0].x - 0.54) < Tolerance.rounding)
  }

  @Test("two apart stay two, the better one first")
  func apart() {
    let merged = DetectorCandidate.merged(
      [
        candidate(score: 0.6, x: 0, y: 0, width: 0.2, height: 0.2),
        candidate(score: 0.9, x: 0.5, y: 0, width: 0.2, height: 0.2),
      ], threshold: 0.3)
    #expect(merged.map(\.score) == [0.9, 0.6])
  }

  @Test("a box without area is like no other, not even itself")
  func empty() {
    let point = candidate(score: 0.9, x: 0.5, y: 0.5, width: 0, height: 0)
    let other = candidate(score: 0.7, x: 0.1, y: 0.1, width: 0.2, height: 0.2)
    let merged = DetectorCandidate.merged([point, other, point], threshold: 0.3)
    #expect(merged.map(\.score) == [0.9, 0.9, 0.7])
    #expect(merged[0] == point && merged[1] == point)
  }

  private func candidate(
    score: Double, x: Double, y: Double, width: Double, height: Double
  ) -> DetectorCandidate {
    DetectorCandidate(
      score: score,
      box: BoundingBox(minimum: SIMD2(x, y), maximum: SIMD2(x + width, y + height)),
      keypoints: [SIMD2(x + width / 2, y + height), SIMD2(x, y - 1)])
  }

  /// Score, left, top, right, bottom, hips, scale point.
  private func numbers(_ candidate: DetectorCandidate) -> [Double] {
    [candidate.score]
      + ([candidate.box.minimum, candidate.box.maximum] + candidate.keypoints)
      .flatMap { [$0.x, $0.y] }
  }

  /// Weighted suppression on rows of numbers, without any of the module's code.
  private func plain(_ rows: [[Double]]) -> [[Double]] {
    var remaining = rows.sorted { $0[0] > $1[0] }
    var result: [[Double]] = []
    while !remaining.isEmpty {
      let top = remaining[0]
      var sums = [Double](repeating: 0, count: 9)
      var weight = 0.0
      var kept: [[Double]] = []
      for row in remaining {
        let w = max(0, min(row[3], top[3]) - max(row[1], top[1]))
        let h = max(0, min(row[4], top[4]) - max(row[2], top[2]))
        let areas = [row, top].map { ($0[3] - $0[1]) * ($0[4] - $0[2]) }
        if w * h / (areas[0] + areas[1] - w * h) > 0.3 {
          for i in 1..<9 { sums[i] += row[0] * row[i] }
          weight += row[0]
        } else {
          kept.append(row)
        }
      }
      result.append([top[0]] + sums[1...].map { $0 / weight })
      remaining = kept
    }
    return result
  }
}

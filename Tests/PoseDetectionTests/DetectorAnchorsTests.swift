@testable import PoseDetection
import Testing

/// Expected anchors come from a separate NumPy computation.
@Suite("Anchors of the detectors")
struct DetectorAnchorsTests {
  private let anchors = DetectorAnchors.people

  @Test("there are 2,254, whose centres sum to 1,127 in both directions")
  func count() {
    #expect(anchors.centers.count == 2254)
    let sum = anchors.centers.reduce(SIMD2<Double>.zero) { $0 + SIMD2<Double>($1) }
    #expect(abs(sum.x - 1126.99999739) < Tolerance.single)
    #expect(abs(sum.y - 1126.99999739) < Tolerance.single)
  }

  @Test(
    "they go by grid, row, column and then anchor",
    arguments: [
      (0, 0.01785714365541935, 0.01785714365541935),
      (1, 0.01785714365541935, 0.01785714365541935),
      (2, 0.0535714291036129, 0.01785714365541935),
      (55, 0.9821428656578064, 0.01785714365541935),
      (56, 0.01785714365541935, 0.0535714291036129),
      (1567, 0.9821428656578064, 0.9821428656578064),
      (1568, 0.0357142873108387, 0.0357142873108387),
      (1570, 0.1071428582072258, 0.0357142873108387),
      (1959, 0.9642857313156128, 0.9642857313156128),
      (1960, 0.0714285746216774, 0.0714285746216774),
      (1965, 0.0714285746216774, 0.0714285746216774),
      (1966, 0.2142857164144516, 0.0714285746216774),
      (2253, 0.9285714030265808, 0.9285714030265808),
    ])
  func center(index: Int, x: Double, y: Double) {
    #expect(anchors.centers[index] == SIMD2(Float(x), Float(y)))
  }

  @Test("a statement is read as offsets from its anchor in pixels of the input")
  func decoding() throws {
    // Anchor 1568 is at (1/28, 1/28).
    let found = read([1568: ([22.4, -11.2, 44.8, 22.4, 0, 112, 56, -224, 9, 9, 9, 9], 2)])
    let candidate = try #require(found.first)
    #expect(found.count == 1)
    #expect(abs(candidate.score - 0.880797077977882) < Tolerance.rounding)
    expectClose(candidate.box.minimum, SIMD2(1.0 / 28 + 0.1 - 0.1, 1.0 / 28 - 0.05 - 0.05))
    expectClose(candidate.box.maximum, SIMD2(1.0 / 28 + 0.1 + 0.1, 1.0 / 28 - 0.05 + 0.05))
    expectClose(candidate.keypoints[0], SIMD2(1.0 / 28, 1.0 / 28 + 0.5))
    expectClose(candidate.keypoints[1], SIMD2(1.0 / 28 + 0.25, 1.0 / 28 - 1))
  }

  @Test("a score of one half is believed, a lower one is not, and the anchors' order is kept")
  func threshold() {
    let box: [Float] = [0, 0, 10, 10, 0, 0, 0, -50, 0, 0, 0, 0]
    let found = read([7: (box, 0), 3: (box, 5), 9: (box, -0.001), 11: (box, 1000)])
    #expect(found.map(\.score).map { $0 > 0.99 } == [true, false, true])
    #expect(found[1].score == 0.5)
  }

  @Test(
    "a box of negative size and NaN are not people",
    arguments: [(2, -1), (3, -1), (2, Float.nan), (0, .nan), (4, .infinity), (7, .nan)])
  func nonsense(place: Int, value: Float) {
    var numbers: [Float] = [0, 0, 10, 10, 0, 0, 0, -50, 0, 0, 0, 0]
    numbers[place] = value
    #expect(read([5: (numbers, 3)]).isEmpty)
  }

  private func read(_ statements: [Int: (numbers: [Float], logit: Float)]) -> [DetectorCandidate] {
    var values = [Float](repeating: 0, count: 12 * 2254)
    var logits = [Float](repeating: -20, count: 2254)
    for (anchor, statement) in statements {
      values.replaceSubrange((12 * anchor)..<(12 * anchor + 12), with: statement.numbers)
      logits[anchor] = statement.logit
    }
    return values.withUnsafeBufferPointer { values in
      logits.withUnsafeBufferPointer { logits in
        anchors.candidates(values: values, logits: logits, minimumConfidence: 0.5)
      }
    }
  }

  private func expectClose(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    #expect(abs(a.x - b.x) < Tolerance.single && abs(a.y - b.y) < Tolerance.single, "\(a) \(b)")
  }
}

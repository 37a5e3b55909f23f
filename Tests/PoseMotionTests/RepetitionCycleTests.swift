import Foundation
@testable import PoseMotion
import Testing

@Suite struct RepetitionCycleTests {
  /// Straight lines between points (seconds, value), and how many repetitions they are.
  typealias Polyline = (points: [(Double, Double)], count: Int)

  private static let bounce: Polyline = (
    [(0, 5), (1, 5), (2, 100), (2.4, 65), (2.8, 95), (3.8, 5), (5, 5)], 1
  )
  private static let halfway: Polyline = ([(0, 5), (1, 100), (2, 30), (3, 100), (4, 5)], 2)
  private static let neverUpright: Polyline = (
    [
      (0, 5), (1, 100), (2, 40), (3, 100), (4, 40), (5, 100), (6, 40), (7, 100), (8, 5),
    ], 4
  )
  private static let drifting: Polyline = (
    (0..<12).flatMap { number -> [(Double, Double)] in
      let (time, rest) = (Double(number) * 2, Double(number) * 3)
      return [(time, rest), (time + 1, rest + 90)]
    } + [(24, 36)], 12
  )
  private static let armsHanging: Polyline = (
    [
      (0, 10), (1, 10), (1.5, 45), (3, 45), (4, 170), (5, 45), (6, 170), (7, 45), (8, 170),
      (9, 45), (10, 45), (10.5, 10), (11, 10),
    ], 3
  )
  private static let spike: Polyline = (
    [(0, 5), (1, 5), (1 + 1.0 / 30, 90), (1 + 2.0 / 30, 5), (3, 5)], 0
  )
  static let polylines = [bounce, halfway, neverUpright, drifting, armsHanging, spike]

  /// A curve at 30 values a second.
  static func sampled(_ points: [(Double, Double)]) -> (times: [Double], values: [Double]) {
    let times = (0...Int(points.last!.0 * 30)).map { Double($0) / 30 }
    let values = times.map { time -> Double in
      let next = max(points.firstIndex { $0.0 >= time } ?? points.count - 1, 1)
      let (a, b) = (points[next - 1], points[next])
      return a.1 + (b.1 - a.1) * (time - a.0) / (b.0 - a.0)
    }
    return (times, values)
  }

  private func excursions(_ points: [(Double, Double)]) -> [RepetitionCycle] {
    let (times, values) = Self.sampled(points)
    return RepetitionCycle.all(in: EvenCurve(times: times, values: values), swing: 15)
  }

  @Test func `a bounce at the turning point is no new repetition`() {
    #expect(excursions(Self.bounce.points).count == 1)
  }

  @Test func `a return of more than half the way is a new repetition`() {
    #expect(excursions(Self.halfway.points).count == 2)
  }

  @Test func `a person who never stands up fully in between rests at a higher level`() {
    let found = excursions(Self.neverUpright.points)
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0.isStartSeen && $0.isEndSeen })
  }

  @Test func `a resting level that drifts is followed`() {
    let found = excursions(Self.drifting.points)
    #expect(found.count == 12)
    // The curve's sharp corners are rounded.
    for excursion in found { #expect(abs(excursion.range - 88) < 9) }
  }

  @Test func `arms that hang before the weights are taken up don't belong to the first repetition`()
  {
    let found = excursions(Self.armsHanging.points)
    #expect(found.count == 3)
    #expect(found[0].start > 2.5)
    #expect(found[2].end < 9.5)
  }

  @Test func `a spike of two frames is ignored`() {
    #expect(excursions(Self.spike.points).isEmpty)
  }

  @Test func `a constant curve, or a single value, has no repetition`() {
    #expect(excursions([(0, 5), (3, 5)]).isEmpty)
    #expect(RepetitionCycle.all(in: EvenCurve(times: [1], values: [40]), swing: 15).isEmpty)
  }
}

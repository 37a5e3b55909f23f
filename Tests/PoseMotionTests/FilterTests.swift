import Foundation
import PoseGeometry
@testable import PoseMotion
import Testing

struct FilterTests {
  @Test func `butterworth's numbers are SciPy's`() throws {
    for golden in try MotionGolden.filters().butterworth {
      let filtered = ButterworthFilter(cutoff: golden.cutoff)
        .filtered(golden.samples, at: golden.times)
      expectEqual(filtered, golden.filtered, golden.name)
    }
  }

  @Test func `one-euro's numbers are NumPy's`() throws {
    let golden = try MotionGolden.filters().oneEuro
    var filter = OneEuroFilter()
    for round in 1...2 {
      let filtered = zip(golden.samples, golden.times).map { filter.filter($0, at: $1) }
      expectEqual(filtered, golden.filtered, "round \(round)")
      filter.reset()
    }
  }

  /// The amplitude that a long sine keeps, in its middle.
  @Test(arguments: [
    (0.5, 1.0, 0.001), (3, 0.97, 0.03), (6, 0.5.squareRoot(), 0.001), (12, 0, 0.03),
  ])
  func `both passes together are down 3 dB at the cut-off`(
    frequency: Double, gain: Double, tolerance: Double
  ) {
    let times = (0..<600).map { Double($0) / 30 }
    let samples = times.map { Vector3(sin(2 * .pi * frequency * $0 + 0.3), 0, 0) }
    let filtered = ButterworthFilter(cutoff: 6).filtered(samples, at: times).map { $0?.x ?? .nan }
    // No lag: what is left is the sine itself, smaller.
    let (inner, sines) = (filtered[100..<500], samples[100..<500].map(\.x))
    let kept =
      zip(inner, sines).reduce(0) { $0 + $1.0 * $1.1 }
      / sines.reduce(0) { $0 + $1 * $1 }
    #expect(abs(kept - gain) < tolerance)
    for (value, sine) in zip(inner, sines) { #expect(abs(value - kept * sine) < 1e-6) }
  }

  @Test(arguments: [6.0, 14])
  func `who stands still stays, whatever the times`(cutoff: Double) {
    for times in [evenTimes, unevenTimes] {
      let still = times.map { _ in Vector3(1, -2, 3) }
      expectEqual(ButterworthFilter(cutoff: cutoff).filtered(still, at: times), still, "still")
    }
  }

  @Test func `uneven times are honoured`() {
    // The same walk, seen at even and at uneven moments.
    let walk = { (time: Double) in Vector3(1.4 * time, 0.03 * sin(12 * time), 3) }
    for times in [evenTimes, unevenTimes] {
      let filtered = ButterworthFilter(cutoff: 8).filtered(times.map(walk), at: times)
      for (value, time) in zip(filtered, times).dropFirst(6).dropLast(6) {
        #expect(value.map { ($0 - walk(time)).length < 0.002 } == true)
      }
    }
  }

  @Test func `times in clusters are no work without end`() {
    // Threes of frames a billionth of a second apart, as a broken clock gives them, with empty
    // frames between, which make the usual step a long one.
    let clusters: [Double] = (0..<120).map { frame in
      let cluster = Double(frame / 3) / 2
      return cluster + Double(frame % 3) * 1e-9
    }
    let later: [Double] = (0..<200).map { 20 + Double($0) / 10 }
    let times = clusters + later
    let still = clusters.map { _ in Vector3(1, -2, 3) }
    var samples: [Vector3?] = still
    samples += [Vector3?](repeating: nil, count: later.count)
    let filtered = ButterworthFilter(cutoff: 6).filtered(samples, at: times)
    expectEqual(Array(filtered.prefix(still.count)), still, "clusters")
  }

  @Test func `the values before a hole don't affect those after it`() {
    let filter = ButterworthFilter(cutoff: 3)
    var samples: [Vector3?] = evenTimes.map { Vector3(sin(40 * $0), $0 * $0, 1) }
    samples[20] = nil
    let filtered = filter.filtered(samples, at: evenTimes)
    #expect(filtered[20] == nil)
    for part in [0..<20, 21..<40] {
      let alone = filter.filtered(Array(samples[part]), at: Array(evenTimes[part]))
      #expect(Array(filtered[part]) == alone)
    }
    // Frames that are missing altogether are a hole as well.
    let times = evenTimes.map { $0 < 0.6 ? $0 : $0 + 2 }
    samples[20] = .zero
    let late = filter.filtered(samples, at: times)
    #expect(Array(late[..<18]) == filter.filtered(Array(samples[..<18]), at: Array(times[..<18])))
  }

  @Test func `one sample alone is left as it is`() {
    let sample = Vector3(1, 2, 3)
    #expect(ButterworthFilter(cutoff: 6).filtered([nil, sample], at: [0, 1]) == [nil, sample])
    #expect(ButterworthFilter(cutoff: 6).filtered([], at: []).isEmpty)
  }

  @Test func `one-euro doesn't hang on the axes`() throws {
    let golden = try MotionGolden.filters().oneEuro
    let turn = Rotation.shortestArc(from: Vector3(0.6, 0, 0.8), to: Vector3(0, 1, 0))
    var (filter, turned) = (OneEuroFilter(), OneEuroFilter())
    for (sample, time) in zip(golden.samples, golden.times) {
      let difference =
        turned.filter(turn * sample, at: time) - turn * filter.filter(sample, at: time)
      #expect(difference.length < Tolerance.exact)
    }
  }

  @Test func `one-euro follows a fast point more closely than a slow one`() {
    func lag(speed: Double) -> Double {
      var filter = OneEuroFilter()
      var last = Vector3.zero
      for time in evenTimes { last = filter.filter(Vector3(speed * time, 0, 0), at: time) }
      return (speed * (evenTimes.last ?? 0) - last.x) / speed
    }
    #expect(lag(speed: 2) < 0.6 * lag(speed: 0.1))
  }

  @Test func `slopes of a parabola are exact at uneven times`() {
    let slopes = ParabolaSlope.slopes(of: unevenTimes.map { 2 * $0 * $0 - $0 }, at: unevenTimes)
    for (slope, time) in zip(slopes, unevenTimes) { #expect(abs(slope - (4 * time - 1)) < 1e-9) }
  }

  private let evenTimes = (0..<40).map { Double($0) / 30 }
  private let unevenTimes = (0..<40).map { Double($0) / 30 + 0.012 * sin(Double($0 * $0)) }

  private func expectEqual(_ values: [Vector3?], _ expected: [Vector3], _ name: String) {
    #expect(values.count == expected.count)
    for (value, expected) in zip(values, expected) {
      let miss = value.map { ($0 - expected).length } ?? .infinity
      #expect(miss < Tolerance.oracle, "\(name)")
    }
  }
}

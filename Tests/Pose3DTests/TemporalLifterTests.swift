import PoseGeometry
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

/// The network that reads joints over time, against `fixtures/lifting/make_temporal.py`.
struct TemporalLifterTests {
  private struct Golden: Decodable {
    let stature: Double
    let down: [Double]
    let points: [[[Double]]]
    let sigmas: [Double]
    let shift: [[Double]]
    let sigma: [[Double]]

    var up: Vector3 { -1 * Vector3(down[0], down[1], down[2]) }

    var samples: [TemporalSample] {
      points.map { moment in
        let places = moment.map { Vector3($0[0], $0[1], $0[2]) }
        return TemporalSample(
          positions: PerJoint { places[$0.rawValue] }, feet: Array(places.suffix(4)),
          sigmas: PerJoint { sigmas[$0.rawValue] })
      }
    }
  }

  private func golden() throws -> Golden { try Fixture.decode(from: "lifting/temporal.json") }

  private func corrections(
    _ samples: [TemporalSample], _ golden: Golden, stature: Double? = nil
  ) -> [[TemporalLifter.Correction]] {
    TemporalLifter.corrections(of: samples, up: golden.up, stature: stature ?? golden.stature)
  }

  private func largestDifference(
    _ a: [[TemporalLifter.Correction]], _ b: [[TemporalLifter.Correction]], scale: Double = 1
  ) -> Double {
    var largest = 0.0
    for (one, other) in zip(a.joined(), b.joined()) {
      largest = max(largest, abs(one.shift - other.shift * scale))
      largest = max(largest, abs(one.sigma - other.sigma * scale))
    }
    return a.isEmpty ? .infinity : largest
  }

  @Test func `corrections are those of an independent implementation`() throws {
    let golden = try golden()
    let found = corrections(golden.samples, golden)
    #expect(found.count == golden.shift.count)
    let expected = zip(golden.shift, golden.sigma).map { shifts, sigmas in
      zip(shifts, sigmas).map { TemporalLifter.Correction(shift: $0, sigma: $1) }
    }
    #expect(largestDifference(found, expected) < Tolerance.temporal)
    #expect(golden.shift.joined().contains { abs($0) > 0.005 })
  }

  @Test func `a mirrored person has the mirrored corrections`() throws {
    let golden = try golden()
    func mirrored(_ p: Vector3) -> Vector3 { Vector3(-p.x, p.y, p.z) }
    let samples = golden.samples.map { sample in
      let feet = sample.feet ?? []
      return TemporalSample(
        positions: PerJoint { mirrored(sample.positions[$0.mirrored]) },
        feet: [feet[2], feet[3], feet[0], feet[1]].map(mirrored),
        sigmas: PerJoint { sample.sigmas[$0.mirrored] })
    }
    let found = TemporalLifter.corrections(
      of: samples, up: mirrored(golden.up), stature: golden.stature)
    let expected = corrections(golden.samples, golden).map { moment in
      TemporalPoint.mirrored.map { moment[$0] }
    }
    #expect(largestDifference(found, expected) < Tolerance.temporal)
  }

  @Test func `corrections are proportional to the size of a scene`() throws {
    let golden = try golden()
    let larger = golden.samples.map { sample in
      TemporalSample(
        positions: sample.positions.map { $0 * 1.25 },
        feet: sample.feet.map { $0.map { $0 * 1.25 } },
        sigmas: sample.sigmas.map { $0 * 1.25 })
    }
    let found = corrections(larger, golden, stature: 1.25 * golden.stature)
    #expect(
      largestDifference(found, corrections(golden.samples, golden), scale: 1.25)
        < 2 * Tolerance.temporal)
  }

  @Test func `moments out of reach count for nothing, and those within do`() throws {
    let golden = try golden()
    let long = golden.samples + golden.samples
    var changed = long
    changed[79].positions[.leftKnee].z += 0.3
    let (before, after) = (corrections(long, golden), corrections(changed, golden))
    let reach = TemporalLifter.reach
    #expect(
      largestDifference(
        Array(before.prefix(79 - reach)), Array(after.prefix(79 - reach))) == 0)
    #expect(largestDifference(Array(before.suffix(4)), Array(after.suffix(4))) > 1e-4)
  }

  @Test(arguments: [1, 2, 3])
  func `so few moments have finite corrections`(count: Int) throws {
    let golden = try golden()
    let found = corrections(Array(golden.samples.prefix(count)), golden)
    #expect(found.count == count)
    #expect(found.joined().allSatisfy { $0.shift.isFinite && $0.sigma > 0 && $0.sigma < 2 })
    #expect(corrections([], golden).isEmpty)
  }
}

@testable import PoseEvaluation
import PoseGeometry
import Foundation
import Pose3D
import TestSupport
import Testing

struct NoisyKeypointsTests {
  /// The committed case under many names: the noise follows from the name.
  private func frames(_ count: Int) throws -> [EvaluationCase] {
    let folder = try TemporaryFolder()
    return try (0..<count).map { index in
      try EvaluationCase(
        folder: folder.addCase("\(index)", [("p039_arm_curl_front", "case \(index)")]))
    }
  }

  @Test func `the noise of a case is the same every time, and that of no other`() throws {
    let frames = try frames(3)
    for frame in frames { #expect(frame.noisyKeypoints == frame.noisyKeypoints) }
    #expect(frames[0].noisyKeypoints != frames[1].noisyKeypoints)
    // Recorded, so that a change of the noise is noticed: figures in reports change with it.
    let seed = RandomNumbers.seed(from: "p039_arm_curl_front")
    #expect(seed == Self.recordedSeed)
    var random = RandomNumbers(seed: 0)
    #expect(random.next() == 0xe220_a839_7b1d_cdaf)
  }

  /// FNV-1a of the name, by another program.
  private static let recordedSeed: UInt64 = 0x683e_ccf5_780f_0a6f

  @Test func `its sizes and confidences are those that are stated`() throws {
    var sure: [Double] = []
    var (uncertain, count) = (0, 0)
    for frame in try frames(300) {
      let exact = frame.exactKeypoints.points
      let points = exact.values.map { SIMD2($0.x, $0.y) }
      let center = points.reduce(.zero, +) / Double(points.count)
      let squares = points.map { (point: SIMD2<Double>) -> Double in
        let offset = point - center
        return (offset * offset).sum()
      }
      let size = 2.6 * (squares.reduce(0, +) / Double(points.count)).squareRoot()
      for (keypoint, point) in frame.noisyKeypoints.points {
        let place = try #require(exact[keypoint])
        count += 1
        #expect((0.1...1).contains(point.confidence))
        // From 0.6 up nearly all are of the usual kind; outliers are one in sixty of them.
        if point.confidence < 0.55 { uncertain += 1 }
        if point.confidence > 0.9 {
          sure += [(point.x - place.x) / size, (point.y - place.y) / size]
        }
      }
    }
    #expect(count == 300 * 14)
    // 8 % × 0.9 + 2 % × 0.5625, four standard deviations of the count aside.
    #expect(abs(Double(uncertain) / Double(count) - 0.0833) < 0.017)
    // Above 0.9 only the usual kind is left: 1 % times a factor whose root mean square is
    // exp(0.35²).
    let spread = (sure.map { $0 * $0 }.reduce(0, +) / Double(sure.count)).squareRoot()
    let stated = 0.01 * exp(0.35 * 0.35)
    #expect(abs(spread - stated) < 0.0008)
    #expect(abs(sure.reduce(0, +) / Double(sure.count)) < 0.001)
  }
}

@testable import PoseEvaluation
import PoseGeometry
import Kinematics
import Pose3D
import Testing

struct JointAccuracyTests {
  private func sample(
    _ joint: Joint, _ offset: Vector3, sigma: Double
  ) -> JointAccuracy.Sample {
    .init(joint: joint, offset: offset, sigmas: Vector3(repeating: sigma), source: .lifted)
  }

  @Test func `of errors drawn from the stated sigmas 68.3 % are covered`() {
    var random = RandomNumbers(seed: 68)
    let samples = (0..<20_000).map { index in
      let sigma = [0.004, 0.03, 0.2][index % 3]
      return sample(
        .leftKnee, sigma * Vector3(random.normal(), random.normal(), random.normal()),
        sigma: sigma)
    }
    let accuracy = JointAccuracy(of: samples)
    #expect(accuracy.axisErrors == 60_000)
    // Four standard deviations of a share of 60,000.
    #expect(abs((accuracy.sigmaCoverage ?? 0) - 0.6827) < 0.0076)
    #expect(abs((accuracy.twoSigmaCoverage ?? 0) - 0.9545) < 0.005)
    #expect((accuracy.axisCoverage ?? []).allSatisfy { abs($0 - 0.6827) < 0.015 })
  }

  @Test func `an error of one sigma is within it, and the root's zero is none`() {
    let accuracy = JointAccuracy(of: [
      sample(.root, .zero, sigma: 0.1),
      sample(.leftWrist, Vector3(0.1, -0.1, 0.11), sigma: 0.1),
      sample(.rightWrist, Vector3(-0.2, 0, 0), sigma: 0.1),
    ])
    #expect(accuracy.count == 3)
    #expect(accuracy.axisErrors == 6)
    #expect(accuracy.sigmaCoverage == 4.0 / 6 && accuracy.twoSigmaCoverage == 1)
    #expect(accuracy.axisCoverage == [0.5, 1, 0.5])
    let lengths = [0, Vector3(0.1, -0.1, 0.11).length, 0.2]
    #expect(abs((accuracy.error ?? 0) - lengths.reduce(0, +) / 3) < 1e-15)
  }

  @Test func `of nothing there is no error and no coverage`() {
    let accuracy = JointAccuracy(of: [])
    #expect(accuracy.error == nil && accuracy.sigmaCoverage == nil && accuracy.count == 0)
    let root = JointAccuracy(of: [sample(.root, .zero, sigma: 0.1)])
    #expect(root.error == 0 && root.sigmaCoverage == nil)
  }

  @Test(
    arguments: [
      ([], nil, nil), ([3.0], 3, 3), ([1, 5, 2], 8.0 / 3, 2), ([4, 1, 3, 10], 4.5, 3.5),
    ] as [([Double], Double?, Double?)])
  func `mean and median`(values: [Double], mean: Double?, median: Double?) {
    #expect(values.mean == mean)
    #expect(values.median == median)
  }
}

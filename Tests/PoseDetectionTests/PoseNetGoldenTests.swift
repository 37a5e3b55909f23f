@testable import PoseDetection
import Foundation
import Pose3D
import Testing

@Suite("PoseNet's tensors of a real photograph")
struct PoseNetGoldenTests {
  @Test("are read as the independent decoder reads them", arguments: try PoseNetFixture.goldens())
  func goldens(golden: PoseNetFixture.Golden) throws {
    let output = try PoseNetFixture.tensors().output()
    let configuration = try golden.poseNetConfiguration()
    let single = try #require(output.pose(configuration: configuration))
    expectSame(single, golden.single)
    let multiple = output.poses(configuration: configuration)
    try #require(multiple.count == golden.multiple.count)
    for (pose, expected) in zip(multiple, golden.multiple) { expectSame(pose, expected) }
  }

  private func expectSame(_ pose: Pose2D, _ golden: PoseNetFixture.Golden.Pose) {
    #expect(abs(pose.confidence - golden.confidence) < Tolerance.single)
    #expect(Set(pose.points.keys.map(\.rawValue)) == Set(golden.points.keys))
    #expect(pose.imageWidth == 513 && pose.imageHeight == 513)
    for (name, point) in pose.points {
      guard let expected = golden.points[name.rawValue] else { continue }
      #expect(hypot(point.x - expected[0], point.y - expected[1]) < Tolerance.decodedPixels)
      #expect(abs(point.confidence - expected[2]) < 1e-4)
    }
  }

  /// A person in `tennis_in_crowd.jpg`, marked by eye.
  struct Someone: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let places: [Keypoint: SIMD2<Double>]
    /// How far a point may be from the mark.
    let tolerance: Double
  }

  static let people = [
    Someone(
      testDescription: "the player",
      places: [
        .nose: [253, 76], .rightShoulder: [234, 112], .rightElbow: [247, 150],
        .rightWrist: [258, 185], .rightHip: [248, 208], .leftHip: [286, 208],
        .rightKnee: [205, 286], .leftKnee: [306, 284], .rightAnkle: [206, 347],
        .leftAnkle: [293, 355],
      ], tolerance: 10),
    Someone(
      testDescription: "the man in a checked shirt", places: [.nose: [385, 79]], tolerance: 6),
    Someone(testDescription: "the woman at the left", places: [.nose: [40, 72]], tolerance: 12),
    Someone(testDescription: "the man with a hat", places: [.nose: [138, 50]], tolerance: 6),
    Someone(testDescription: "the woman in blue", places: [.nose: [90, 13]], tolerance: 6),
    Someone(testDescription: "the man at the right", places: [.nose: [501, 13]], tolerance: 6),
    Someone(testDescription: "the woman in pink", places: [.nose: [279, 14]], tolerance: 6),
    Someone(testDescription: "the woman with red hair", places: [.nose: [480, 72]], tolerance: 6),
  ]

  @Test("show people where they are in the image", arguments: people)
  func places(someone: Someone) throws {
    let poses = try PoseNetFixture.tensors().output().poses()
    let isThere = poses.contains { pose in
      someone.places.allSatisfy { name, place in
        pose.points[name].map { hypot($0.x - place.x, $0.y - place.y) <= someone.tolerance }
          ?? false
      }
    }
    #expect(isThere)
  }

  @Test("mirrored, show the mirrored people with left and right swapped")
  func mirror() throws {
    let tensors = try PoseNetFixture.tensors()
    let poses = try tensors.output().poses()
    let mirrored = try tensors.mirrored.output().poses()
    try #require(poses.count == mirrored.count)
    for (pose, other) in zip(poses, mirrored) {
      #expect(abs(pose.confidence - other.confidence) < Tolerance.rounding)
      for (name, point) in pose.points {
        let twin = try #require(other.points[name.mirrored])
        #expect(abs(point.x + twin.x - 512) < Tolerance.rounding)
        #expect(abs(point.y - twin.y) < Tolerance.rounding)
      }
    }
  }

  @Test("tell which displacements lead away from the nose")
  func swapped() throws {
    var tensors = try PoseNetFixture.tensors()
    #expect(try !tensors.output().displacementsAreSwapped)
    swap(&tensors.forward, &tensors.backward)
    #expect(try tensors.output().displacementsAreSwapped)
  }

  @Test("as logits, give the same people", arguments: [PoseNetOutput.Heatmap.automatic, .logits])
  func logits(kind: PoseNetOutput.Heatmap) throws {
    var tensors = try PoseNetFixture.tensors()
    let poses = try tensors.output().poses()
    tensors.heatmap = tensors.heatmap.map { Float(log(Double($0) / (1 - Double($0)))) }
    let others = try tensors.output(kind).poses()
    try #require(poses.count == others.count)
    for (pose, other) in zip(poses, others) {
      #expect(abs(pose.confidence - other.confidence) < Tolerance.single)
      #expect(pose.points.mapValues { [$0.x, $0.y] } == other.points.mapValues { [$0.x, $0.y] })
    }
  }
}

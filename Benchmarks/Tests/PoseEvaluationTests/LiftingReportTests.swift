@testable import PoseEvaluation
import Foundation
import PoseGeometry
import Kinematics
import Pose3D
import TestSupport
import Testing

/// Reports on the committed case, in-process.
struct LiftingReportTests {
  private static func report(
    _ keypoints: LiftingBenchmark.Keypoints = .exact, _ depth: EvaluationCase.DepthSource,
    folder: String = Fixture.path(Fixture.rendered)
  ) throws -> LiftingReport {
    try LiftingBenchmark(keypoints: keypoints, depth: depth).report(
      on: EvaluationSet(folder: folder), detect: { _ in nil })
  }

  @Test(arguments: [EvaluationCase.DepthSource.sensor, .none])
  func `the errors are those of a loop over the joints`(depth: EvaluationCase.DepthSource) throws {
    let report = try Self.report(.exact, depth)
    let lifted = try #require(report.lifted.first)
    // In metres with depth, of a body of 1.8 m without.
    let scale = depth == .none ? 1.8 / 1.52 : 1
    var sum = 0.0
    for joint in Joint.allCases {
      let found =
        lifted.pose.cameraRelativePosition(joint) - lifted.pose.cameraRelativePosition(.root)
      let truth = lifted.frame.truth[joint] - lifted.frame.truth[.root]
      sum += (found - scale * truth).length / 17
    }
    #expect(abs((report.overall.mpjpe ?? 0) - sum) < 1e-12)
    #expect(sum > 0.005 && sum < 0.08)
    #expect((report.overall.stature == nil) == (depth == .none))
    #expect(report.overall.count == 1 && report.depthNotUsed == 0)
  }

  @Test func `visible and hidden joints, every joint and every source make up the whole`() throws {
    let report = try Self.report(.exact, .sensor)
    let mpjpe = try #require(report.overall.mpjpe)
    let whole = report.joints
    #expect(whole.count == 17 && whole.axisErrors == 48)
    let sources = [JointSource.depth, .lifted, .inferred].map(report.source)
    for parts in [[report.visible, report.hidden], Joint.allCases.map(report.joint), sources] {
      #expect(parts.map(\.count).reduce(0, +) == 17)
      let sum = parts.reduce(0) { $0 + ($1.error ?? 0) * Double($1.count) }
      #expect(abs(sum / 17 - mpjpe) < 1e-12)
      let covered = parts.reduce(0) { $0 + ($1.sigmaCoverage ?? 0) * Double($1.axisErrors) }
      #expect(abs(covered / 48 - (whole.sigmaCoverage ?? 0)) < 1e-12)
    }
    #expect(report.hidden.count == 3)
    #expect(report.byView.map(\.name) == ["front"])
    #expect(report.bySensor.map(\.name) == ["iphone_lidar_portrait"])
  }

  @Test func `groups are by name, and frames that don't say are unknown`() throws {
    let folder = try TemporaryFolder()
    for (name, view) in [("a", "side"), ("b", "back"), ("c", "side")] {
      _ = try folder.addCase(name, [("\"view\": \"front\"", "\"view\": \"\(view)\"")])
    }
    _ = try folder.addCase("d", [("\"view\": \"front\", ", "")])
    let report = try Self.report(.noisy, .none, folder: folder.path)
    #expect(report.byView.map(\.name) == ["back", "side", "unknown"])
    #expect(report.byView.map(\.accuracy.count) == [1, 2, 1])
    // One name, one noise.
    #expect(Set(report.lifted.map(\.errors.mean)).count == 1)
  }

  @Test func `images without people and refused people are counted and left out of the means`()
    throws
  {
    let none = try Self.report(.detected, .none)
    #expect(none.notFound == ["p039_arm_curl_front"])
    #expect(none.overall.count == 0 && none.overall.mpjpe == nil && none.joints.error == nil)
    #expect(none.json(version: "1").contains("\"mpjpe\": null"))
    let folder = try TemporaryFolder()
    let hidden = ["Shoulder", "Hip"].map { joint in
      (
        "\"left\(joint)\": \"\(joint == "Hip" ? "occluded_self" : "visible")\"",
        "\"left\(joint)\": \"out_of_frame\""
      )
    }
    _ = try folder.addCase("cropped", hidden)
    let refused = try Self.report(.exact, .none, folder: folder.path)
    #expect(refused.lifted.isEmpty)
    #expect(
      refused.refused == [
        .init(name: "p039_arm_curl_front", reason: LiftingError.noTrunk.description)
      ])
  }

  @Test func `a depth map that is not used is counted, and the truth stays in metres`() throws {
    let folder = try TemporaryFolder()
    // A unit twenty times too large makes a giant, whom the lifter doesn't believe in.
    _ = try folder.addCase("giant", [("\"depth_scale_m\": 0.001", "\"depth_scale_m\": 0.02")])
    let report = try Self.report(.exact, .sensor, folder: folder.path)
    let lifted = try #require(report.lifted.first)
    #expect(report.depthNotUsed == 1)
    #expect(lifted.statureError == nil)
    let inMetres = PoseErrors(
      of: lifted.pose.body.positions, truth: lifted.frame.truth)
    #expect(lifted.errors.mean == inMetres.mean)
  }

  @Test func `the truth itself has no error and full coverage`() throws {
    let frame = try EvaluationCase(folder: Fixture.path(Fixture.rendered))
    let body = BodyEstimate(
      positions: frame.truth, sigmas: PerJoint(repeating: 0.01),
      sources: PerJoint(repeating: .depth),
      stature: Stature(metres: frame.stature, sigma: 0, estimation: .measured))
    let pose = try #require(
      BodyPose(body, id: 0, confidence: 1, camera: frame.camera, depthUse: .used))
    let lifted = LiftedCase(frame: frame, pose: pose)
    #expect(lifted.errors.mean == 0)
    #expect(lifted.statureError == 0)
    #expect(JointAccuracy(of: lifted.samples).sigmaCoverage == 1)
    let angles = AngleAccuracy.table(of: [lifted])
    #expect(angles.count > 25)
    for angle in angles {
      #expect(angle.measured == angle.measurable && (angle.mean ?? 1) < 1e-9, "\(angle.name)")
    }
  }

  @Test func `the same frames give the same bytes`() throws {
    for keypoints in [LiftingBenchmark.Keypoints.exact, .noisy] {
      let texts = try (0..<2).map { _ in
        try Self.report(keypoints, .sensor).json(version: "1", perCase: true)
      }
      #expect(texts[0] == texts[1])
    }
  }
}

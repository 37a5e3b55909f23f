import PoseImaging
import PoseGeometry
import ArgumentParser
import DepthIO
import PoseDetection
import PoseEvaluation
import Foundation
import Kinematics
import Pose3D

/// `pose3d-bench pictures`: from pictures to skeletons.
struct PicturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures",
    abstract: "Measures accuracy beside BlazePose's own 3D, and speed beside MediaPipe's.",
    discussion: """
      Accuracy is that of pose3d-bench lift, which says more about each of these inputs.

      EXAMPLE
        pose3d-bench images rgbd-rendered --assets .deps --mediapipe-python venv/bin/python
      """)

  @Argument(help: "A folder of frames, each a folder with case.json, colour image and depth map.")
  var folder: String

  @Option(help: "The folder with the detection runtime and models.")
  var assets = ".deps"

  @Option(
    help: ArgumentHelp(
      "A Python with mediapipe 0.10.21: it is timed on the same images, in turns.",
      valueName: "path"))
  var mediapipePython: String?

  func run() throws {
    let set = try EvaluationSet(folder: folder)
    let detector = try makeDetector()
    print(Self.header)
    try printRows(.exact, set)
    if let detector {
      try printRows(.detected, set, detector)
      print(Self.row("BlazePose's own 3D", try Self.worldLandmarks(in: set, detector)))
      print()
      try Speed(cases: set.cases, detector: detector, mediapipePython: mediapipePython).report()
    } else {
      print("no detection runtime in \(assets): nothing was detected")
    }
  }

  private func makeDetector() throws -> BodyPoseDetector? {
    guard let found = try? DetectionAssets.locate(in: [assets]) else { return nil }
    return try BodyPoseDetector(assets: found)
  }

  private func printRows(
    _ keypoints: LiftingBenchmark.Keypoints, _ set: EvaluationSet,
    _ detector: BodyPoseDetector? = nil
  ) throws {
    for depth in [EvaluationCase.DepthSource.none, .sensor] {
      let report = try LiftingBenchmark(keypoints: keypoints, depth: depth).report(
        on: set, detect: detector.map { detector in { try detector.poses(in: $0).first } })
      let title =
        "\(keypoints.rawValue) 2D, " + (depth == .none ? "no depth" : "\(depth.rawValue) depth")
      print(Self.row(title, report.overall))
    }
  }

  private static let header =
    "input".padding(toLength: 28, withPad: " ", startingAt: 0)
    + "   n      mm  elbow° (med)   knee° (med)  stature% (bias)"

  private static func row(_ title: String, _ accuracy: LiftingAccuracy) -> String {
    let degrees = { (radians: Double?) in (radians ?? .nan) * 180 / .pi }
    let stature =
      accuracy.stature.map { String(format: "%8.1f (%+.1f)", 100 * $0.error, 100 * $0.bias) } ?? ""
    return title.padding(toLength: 28, withPad: " ", startingAt: 0)
      + String(
        format: "%4d  %6.1f  %5.1f (%4.1f)  %5.1f (%4.1f)", accuracy.count,
        1000 * (accuracy.mpjpe ?? .nan), degrees(accuracy.elbow?.mean),
        degrees(accuracy.elbow?.median), degrees(accuracy.knee?.mean),
        degrees(accuracy.knee?.median)) + stature
  }

  /// BlazePose's own 3D landmarks, as they come, against the truth in metres.
  private static func worldLandmarks(
    in set: EvaluationSet, _ detector: BodyPoseDetector
  ) throws -> LiftingAccuracy {
    var errors: [PoseErrors] = []
    for frame in set.cases {
      guard let world = try detector.poses(in: try frame.colorImage()).first?.worldLandmarks,
        !world.isEmpty
      else { continue }
      errors.append(PoseErrors(of: skeleton(world), truth: frame.truth))
    }
    return LiftingAccuracy(of: errors)
  }

  /// The 17 joints from BlazePose's landmarks; those that it doesn't have lie between some that it
  /// has, the head's along the line from the shoulders through the ears.
  private static func skeleton(_ world: [Keypoint: Vector3]) -> PerJoint<Vector3> {
    let at = { (keypoint: Keypoint) in world[keypoint] ?? .zero }
    let root = (at(.leftHip) + at(.rightHip)) / 2
    let shoulders = (at(.leftShoulder) + at(.rightShoulder)) / 2
    let ears = (at(.leftEar) + at(.rightEar)) / 2
    let up = (ears - shoulders).normalized ?? .zero
    return PerJoint { joint in
      switch joint {
      case .root: root
      case .centerShoulder: shoulders
      case .spine: (root + shoulders) / 2
      case .centerHead: ears + 0.05 * up
      case .topHead: ears + 0.125 * up
      default: Keypoint(rawValue: joint.name).map(at) ?? .zero
      }
    }
  }
}

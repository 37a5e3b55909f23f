import ArgumentParser
import DepthIO
import Detection
import Foundation
import Kinematics
import Pose3D

/// `pose3d-bench pictures`: from pictures to skeletons.
struct PicturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pictures",
    abstract: "Measures accuracy on rendered frames with exact truth, and speed.",
    discussion: """
      Errors are those of the joints relative to the root, in mm: against the truth scaled to 1.8 m \
      without depth, against the truth in metres with it. error/sigma is 1 when the stated standard \
      deviations are right: root mean square, and median over that of a normal distribution.

      EXAMPLE
        pose3d-bench pictures rgbd-rendered --assets .deps --mediapipe-python venv/bin/python
      """)

  @Argument(help: "A folder of frames, each a folder with case.json, colour picture and depth map.")
  var folder: String

  @Option(help: "The folder with the detection runtime and models.")
  var assets = ".deps"

  @Option(
    help: ArgumentHelp(
      "A Python with mediapipe 0.10.21: it is timed on the same pictures, in turns.",
      valueName: "path"))
  var mediapipePython: String?

  func run() throws {
    let cases = try RenderedCase.all(in: folder)
    let detector = try makeDetector()
    let detected = try Dictionary(
      uniqueKeysWithValues: cases.map { frame in
        (frame.name, try detector?.poses(in: ColorImage(contentsOf: frame.imagePath)).first)
      })
    print(Accuracy.header)
    var exact = Lifter.Options()
    exact.keypointSigma = 0.004
    _ = try evaluate("exact 2D", cases, options: exact) { $0.exactPose }
    if detector != nil {
      let angles = try evaluate("detected 2D", cases, options: .init()) {
        detected[$0.name] ?? nil
      }
      evaluateWorldLandmarks(cases) { detected[$0.name] ?? nil }
      for (title, angles) in zip(["no depth", "+ sensor depth"], angles) {
        print("\ndetected 2D \(title): angles against those of the true joints")
        print(AngleAccuracy.header)
        for line in angles.lines { print(line) }
      }
    } else {
      print("no detection runtime in \(assets): nothing was detected")
    }
    print()
    if let detector {
      try Speed(cases: cases, detector: detector, mediapipePython: mediapipePython).report()
    }
  }

  private func makeDetector() throws -> BodyPoseDetector? {
    guard let found = try? DetectionAssets.locate(in: [assets]) else { return nil }
    return try BodyPoseDetector(assets: found)
  }

  private func evaluate(
    _ title: String, _ cases: [RenderedCase], options: Lifter.Options,
    pose: (RenderedCase) throws -> Pose2D?
  ) throws -> [AngleAccuracy] {
    var (withoutDepth, withDepth) = (Accuracy(), Accuracy())
    var angles = [AngleAccuracy(), AngleAccuracy()]
    let lifter = Lifter(options: options)
    for frame in cases {
      guard let pose = try pose(frame) else { continue }
      let depth = try DepthMap(contentsOf: frame.depthPath, unit: frame.depthUnit)
      let rgb = try lifter.bodyPose(from: pose, camera: frame.camera)
      withoutDepth.add(rgb, truth: frame.truth, scale: 1.8 / frame.stature)
      let rgbd = try lifter.bodyPose(from: pose, camera: frame.camera, depth: depth)
      let stature = (measured: rgbd.bodyHeight, true: frame.stature)
      withDepth.add(
        rgbd, truth: frame.truth, scale: 1,
        stature: rgbd.heightEstimation == .measured ? stature : nil)
      for (index, body) in [rgb, rgbd].enumerated() {
        // The vertical is given, so that only the joints are at fault.
        var skeleton = body.skeleton
        skeleton.world = frame.world
        angles[index].add(skeleton, truth: Skeleton(positions: frame.truth, world: frame.world))
      }
    }
    print(withoutDepth.row("\(title), no depth"))
    print(withDepth.row("\(title) + sensor depth"))
    return angles
  }

  /// BlazePose's own 3D landmarks, as they come.
  private func evaluateWorldLandmarks(_ cases: [RenderedCase], pose: (RenderedCase) -> Pose2D?) {
    var accuracy = Accuracy()
    for frame in cases {
      guard let world = pose(frame)?.worldLandmarks, !world.isEmpty else { continue }
      accuracy.add(Self.skeleton(world), truth: frame.truth, scale: 1)
    }
    print(accuracy.row("BlazePose's own 3D"))
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

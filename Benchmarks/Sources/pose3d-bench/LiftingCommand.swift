import PoseImaging
import PoseFiles
import ArgumentParser
import DepthIO
import Foundation
import Pose3D

/// `pose3d-bench lifting`: from keypoints to a skeleton.
struct LiftingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifting",
    abstract: "Times lifting one person, without a depth map and with one, on one core.",
    discussion: """
      CPU time a person, the one in fixtures/demo, best of several rounds; both programs in turns in \
      the same run.

      EXAMPLE
        pose3d-bench lifting --reference lifting/reference --python venv/bin/python
      """)

  @Option(
    help: ArgumentHelp(
      "The folder of the research code in NumPy: the same is timed there.", valueName: "folder"))
  var reference: String?

  @Option(
    help: ArgumentHelp("A Python with NumPy, which runs the research code.", valueName: "path"))
  var python: String?

  private static let rounds = 5
  private static let calls = 400

  func validate() throws {
    guard (reference == nil) == (python == nil) else {
      throw ValidationError("--reference and --python go together: one runs the other.")
    }
  }

  func run() throws {
    let person = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "fixtures/demo")
    let calibration = try CameraFile(contentsOf: person.appending(path: "camera.json").path)
    let camera = calibration.color
    let depth = try DepthMap(
      contentsOf: person.appending(path: "depth.png").path, unit: calibration.depthUnit)
    let poses = try KeypointFile.people(
      contentsOf: person.appending(path: "keypoints.json").path, imageWidth: camera.width,
      imageHeight: camera.height)
    let lifter = Lifter()
    var timings = Timings(.thread, perSecond: 1000)
    func time(_ name: String, _ depth: DepthMap?) throws {
      try timings.time(name, count: Self.calls * poses.count) {
        for _ in 0..<Self.calls {
          for pose in poses {
            let lifted = try lifter.bodyPose(from: pose, camera: camera, depth: depth)
            // The result is used, and the timing is that of the named case.
            precondition((lifted.depthUse == .used) == (depth != nil), "\(lifted.depthUse)")
          }
        }
      }
    }
    for _ in 0..<Self.rounds {
      try time("rgb", nil)
      try time("depth", depth)
      timings.add("reference rgb", try referenceMilliseconds("rgb"))
      timings.add("reference depth", try referenceMilliseconds("depth"))
    }
    print("CPU ms a person, best of \(Self.rounds) rounds of \(Self.calls) calls")
    timings.printRow("network + RGB solver, to the finished skeleton", "rgb")
    timings.printRow("RGB-D fusion, to the finished skeleton", "depth")
    timings.printRow("NumPy reference, network + RGB solver", "reference rgb")
    timings.printRow("NumPy reference, RGB-D fusion", "reference depth")
    if let rgb = timings["rgb"], let depth = timings["depth"],
      let referenceRGB = timings["reference rgb"], let referenceDepth = timings["reference depth"]
    {
      print(
        String(
          format: "NumPy / pose3d: %.0f, with depth %.0f", referenceRGB / rgb,
          referenceDepth / depth))
    }
  }

  /// The reference's CPU time a person, as its process measures it; `nil` when none was given.
  private func referenceMilliseconds(_ stage: String) throws -> Double? {
    guard let reference, let python else { return nil }
    return try Peer(python: python, script: "lifting_peer.py").number(for: [
      reference, stage, "--rounds", "1",
    ])
  }
}

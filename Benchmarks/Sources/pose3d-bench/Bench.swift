import ArgumentParser
import DepthIO
import Foundation
import Kinematics
import Pose3D

@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pose3d-bench",
    abstract: "Measures accuracy on rendered frames with exact truth, and speed.")

  @Argument(help: "A folder of frames, each a folder with case.json, colour picture and depth map.")
  var folder: String

  @Option(help: "MP landmarks JSON")
  var landmarks: String?

  func run() throws {
    let cases = try RenderedCase.all(in: folder)
    print(Accuracy.header)
    var exact = Lifter.Options()
    exact.keypointSigma = 0.004
    try evaluate("exact 2D", cases, options: exact) { $0.exactPose }
    if let landmarks {
      let m = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: landmarks))) as! [[String: Any]]
      var d: [String: Pose2D] = [:]
      let names: [Int: Keypoint] = [0: .nose, 2: .leftEye, 5: .rightEye, 7: .leftEar, 8: .rightEar, 11: .leftShoulder, 12: .rightShoulder, 13: .leftElbow, 14: .rightElbow, 15: .leftWrist, 16: .rightWrist, 23: .leftHip, 24: .rightHip, 25: .leftKnee, 26: .rightKnee, 27: .leftAnkle, 28: .rightAnkle, 29: .leftHeel, 30: .rightHeel, 31: .leftToe, 32: .rightToe]
      for e in m {
        let l = e["landmarks"] as! [[Double]]
        var pts: [Keypoint: Pose2D.Point] = [:]
        for (i, k) in names { pts[k] = .init(x: l[i][0], y: l[i][1], confidence: l[i][3]) }
        d[e["name"] as! String] = Pose2D(points: pts, imageWidth: e["width"] as! Int, imageHeight: e["height"] as! Int, convention: .blazePose)
      }
      try evaluate("detected 2D", cases, options: .init()) { c in d.first { c.imagePath.contains($0.key) }?.value }
    }
  }

  private func evaluate(
    _ title: String, _ cases: [RenderedCase], options: Lifter.Options,
    pose: (RenderedCase) throws -> Pose2D?
  ) throws {
    var (withoutDepth, withDepth) = (Accuracy(), Accuracy())
    let lifter = Lifter(options: options)
    var (t1, t2) = (0.0, 0.0)
    for frame in cases {
      guard let pose = try pose(frame) else { continue }
      let depth = try DepthMap(contentsOf: frame.depthPath, unit: frame.depthUnit)
      let c = ContinuousClock()
      var rgb: BodyPose!
      t1 += (0..<10).map { _ in c.measure { rgb = try? lifter.bodyPose(from: pose, camera: frame.camera) } / .milliseconds(1) }.min()!
      withoutDepth.add(
        rgb.joints.map(\.cameraPosition), truth: frame.truth, scale: 1.8 / frame.stature,
        sigmas: rgb.joints.map(\.sigma))
      var rgbd: BodyPose!
      t2 += (0..<10).map { _ in c.measure { rgbd = try? lifter.bodyPose(from: pose, camera: frame.camera, depth: depth) } / .milliseconds(1) }.min()!
      withDepth.add(
        rgbd.joints.map(\.cameraPosition), truth: frame.truth, scale: 1, sigmas: rgbd.joints.map(\.sigma),
        stature: rgbd.heightEstimation == .measured ? (rgbd.bodyHeight, frame.stature) : nil)
    }
    print(withoutDepth.row("\(title), no depth"), t1 / Double(cases.count), "ms")
    print(withDepth.row("\(title) + sensor depth"), t2 / Double(cases.count), "ms")
  }
}

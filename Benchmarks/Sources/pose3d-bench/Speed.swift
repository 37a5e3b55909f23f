import DepthIO
import PoseDetection
import PoseEvaluation
import Foundation
import Pose3D

/// CPU time a picture, of this process and of MediaPipe's on the same pictures.
struct Speed {
  let cases: [EvaluationCase]
  let detector: BodyPoseDetector
  let mediapipePython: String?

  /// Pictures a round; the rounds of both programs alternate, and the best of each counts, because
  /// whatever else runs on the machine only ever adds.
  private static let pictures = 20
  private static let rounds = 5

  func report() throws {
    let frames = Array(cases.prefix(Self.pictures))
    let images = try frames.map { try $0.colorImage() }
    let poses = try images.map { try detector.poses(in: $0).first }
    let depths = try frames.map { try $0.depthMap(.sensor) }
    let lifter = Lifter()
    func lift(withDepth: Bool) {
      for (index, frame) in frames.enumerated() {
        guard let pose = poses[index] else { continue }
        _ = try? lifter.bodyPose(
          from: pose, camera: frame.camera, depth: withDepth ? depths[index] : nil)
      }
    }
    let stills = { for image in images { _ = try detector.poses(in: image) } }
    var timings = Timings(.process, perSecond: 1000)
    for _ in 0..<Self.rounds {
      try timings.time("still", count: frames.count, stills)
      // A still camera: the same picture again and again, the case of least motion. Finding the
      // person is not timed, following them through three more pictures is.
      let trackers = try images.map { image in
        let tracker = BodyPoseTracker(detector: detector)
        _ = try tracker.poses(in: image, at: 0)
        return tracker
      }
      try timings.time("following", count: 3 * frames.count) {
        for (image, tracker) in zip(images, trackers) {
          for index in 1...3 { _ = try tracker.poses(in: image, at: Double(index) / 30) }
        }
      }
      timings.time("lift", count: frames.count) { lift(withDepth: false) }
      timings.time("lift with depth", count: frames.count) { lift(withDepth: true) }
      timings.add("mediapipe", try mediapipeMilliseconds(try frames.map { try $0.colorPath }))
    }
    print("CPU ms an image, best of \(Self.rounds) rounds over \(frames.count) images")
    timings.printRow("detection, one person in a still", "still")
    timings.printRow("detection, following a person", "following")
    timings.printRow("lifting", "lift")
    timings.printRow("lifting with a depth map", "lift with depth")
    timings.printRow("MediaPipe 0.10.21, one person in a still", "mediapipe")
    if let peer = timings["mediapipe"], let still = timings["still"] {
      print(String(format: "MediaPipe / pose3d, stills: %.2f", peer / still))
    }
  }

  /// MediaPipe's CPU time a picture, as its process measures it; `nil` when no Python was given.
  private func mediapipeMilliseconds(_ paths: [String]) throws -> Double? {
    guard let mediapipePython else { return nil }
    return try Peer(python: mediapipePython, script: "mediapipe_peer.py").number(for: paths)
  }
}

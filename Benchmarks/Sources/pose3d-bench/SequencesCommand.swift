import ArgumentParser
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D

/// `pose3d-bench sequences`: lifts the frames that `Training/sequences.py make` wrote, for its `train`.
struct SequencesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sequences",
    abstract: "Lifts the keypoints of many frames, each alone, and writes joints and sigmas.",
    discussion: """
      A frame has 72 floats: width and height of the image, fx, fy, cx, cy of the camera, and x, y and \
      confidence (0: none) of the 22 keypoints in the order of Training/layout.py; or, with --blazepose, 204: \
      x, y and visibility of the 33 landmarks, then their world coordinates. Its result has 81: whether \
      there is one, 17 × 3 coordinates in the camera's frame in metres, 17 sigmas of the places relative to the \
      root, and 4 × 3 coordinates of left heel, left toe, right heel, right toe (0 where there is no foot).

      EXAMPLE
        pose3d-bench sequences frames.bin lifted.bin
      """)

  @Argument(help: "The frames.")
  var frames: String
  @Argument(help: "Where the results go.")
  var results: String

  @Flag(help: "The frames have BlazePose's landmarks.")
  var blazepose = false

  private static let resultCount = 81
  private static let keypoints: [Keypoint?] = [
    .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist, .leftHip,
    .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle, .nose, .leftEye, .rightEye, .leftEar,
    .rightEar, .topHead, .leftToe, .rightToe, .leftHeel, .rightHeel,
  ]

  func run() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: frames), options: .alwaysMapped)
    let floats = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let size =
      blazepose ? 6 + 6 * KeypointLayout.mediapipe.points.count : 6 + 3 * Self.keypoints.count
    let lifted = stride(from: 0, to: floats.count, by: size).map { first in
      Self.result(floats[first..<first + size].map(Double.init), blazepose)
    }
    try lifted.flatMap { $0 }.withUnsafeBytes { Data($0) }.write(
      to: URL(fileURLWithPath: results), options: .atomic)
  }

  private static func result(_ numbers: [Double], _ isBlazePose: Bool) -> [Float] {
    let (width, height) = (Int(numbers[0]), Int(numbers[1]))
    let camera = Camera(
      width: width, height: height, fx: numbers[2], fy: numbers[3], cx: numbers[4], cy: numbers[5],
      source: .file)
    let layout = isBlazePose ? KeypointLayout.mediapipe.points : Self.keypoints
    var keypoints = Pose2D(points: [:], imageWidth: width, imageHeight: height)
    if isBlazePose { keypoints.convention = .blazePose }
    for (index, keypoint) in layout.enumerated() {
      let point = numbers[(6 + 3 * index)..<(9 + 3 * index)]
      guard let keypoint, let confidence = point.last, confidence > 0 else { continue }
      keypoints.points[keypoint] = Pose2D.Point(
        x: numbers[6 + 3 * index], y: numbers[7 + 3 * index], confidence: confidence)
      guard isBlazePose else { continue }
      let first = 6 + 3 * layout.count + 3 * index
      keypoints.worldLandmarks[keypoint] = Vector3(
        numbers[first], numbers[first + 1], numbers[first + 2])
    }
    var lifter = Lifter()
    lifter.options.keypoints = .detected()
    guard let body = try? lifter.bodyPose(from: keypoints, camera: camera, depth: nil).body,
      let covariances = body.covariances
    else { return [Float](repeating: 0, count: resultCount) }
    var result = [1.0]
    for joint in Joint.allCases {
      let p = body.positions[joint]
      result += [p.x, p.y, p.z]
    }
    for joint in Joint.allCases {
      let elements = covariances[joint].elements
      result.append(((elements[0] + elements[3] + elements[5]) / 3).squareRoot())
    }
    for foot in [body.leftFoot, body.rightFoot] {
      for p in [foot?.heel, foot?.toe] { result += [p?.x ?? 0, p?.y ?? 0, p?.z ?? 0] }
    }
    return result.map(Float.init)
  }
}

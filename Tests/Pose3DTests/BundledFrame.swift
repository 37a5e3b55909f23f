import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D
@testable import PoseFiles

/// One of the bundled frames, for tests to damage.
struct BundledFrame: Sendable, CustomTestStringConvertible {
  let name: String
  let stature: Double
  /// The root's distance along the optical axis, in metres.
  let distance: Float
  let camera: Camera
  var pose: Pose2D
  var depth: DepthMap
  var testDescription: String { name }

  /// The width of the picture.
  var width: Double { Double(camera.width) }
  /// The height of the picture.
  var height: Double { Double(camera.height) }

  init(_ name: String, width: Int, height: Int) throws {
    struct Truth: Decodable {
      let stature: Double
      let joints: [String: [Double]]
    }
    let truth = try Fixture.decode(Truth.self, from: "\(name)/truth.json")
    self.name = name
    stature = truth.stature
    distance = Float(truth.joints["root"]?[2] ?? .nan)
    camera = try CameraFile(contentsOf: Fixture.path("\(name)/camera.json"))
      .colorCamera(forWidth: width, height: height)
    depth = try DepthMap(
      contentsOf: Fixture.path("\(name)/depth.png"), unit: DepthUnit(metresPerStep: 0.001))
    pose = try #require(
      KeypointFile.people(
        contentsOf: Fixture.path("\(name)/keypoints.json"), imageWidth: width,
        imageHeight: height
      ).first)
  }

  /// A detector's keypoints in one frame, exact ones in the other.
  static let all = Result {
    try [
      BundledFrame("demo", width: 512, height: 424),
      BundledFrame("rendered/p039", width: 1440, height: 1920),
    ]
  }

  mutating func movePoints(_ move: (SIMD2<Double>) -> SIMD2<Double>) {
    for (keypoint, point) in pose.points {
      let moved = move(SIMD2(point.x, point.y))
      pose.points[keypoint] = Pose2D.Point(x: moved.x, y: moved.y, confidence: point.confidence)
    }
  }

  mutating func setConfidence(_ confidence: Double) {
    for keypoint in pose.points.keys { pose.points[keypoint]?.confidence = confidence }
  }

  /// Another map of the same size.
  mutating func setDepth(_ depth: (_ column: Int, _ row: Int) -> Float) {
    let (width, height) = (self.depth.width, self.depth.height)
    self.depth = DepthMap(
      width: width, height: height,
      metres: (0..<width * height).map { depth($0 % width, $0 / width) })
  }

  /// Left and right swapped, the points unchanged.
  mutating func swapSides() {
    var swapped: [Keypoint: Pose2D.Point] = [:]
    for (keypoint, point) in pose.points {
      let name = keypoint.rawValue
      let other =
        name.hasPrefix("left")
        ? "right" + name.dropFirst(4)
        : name.hasPrefix("right") ? "left" + name.dropFirst(5) : name
      if let keypoint = Keypoint(rawValue: other) { swapped[keypoint] = point }
    }
    pose.points = swapped
  }

  /// The mean of two keypoints.
  func middle(_ a: Keypoint, _ b: Keypoint) -> SIMD2<Double> {
    let points = [a, b].compactMap { pose.points[$0] }
    return points.reduce(.zero) { $0 + SIMD2($1.x, $1.y) } / Double(points.count)
  }

  func lifted(withDepth: Bool = true) throws -> BodyPose {
    let body = try Lifter().bodyPose(
      from: pose, camera: camera, depth: withDepth ? depth : nil)
    try expectSound(body)
    return body
  }

  /// Whatever the input was: numbers, of human size, none surer than it may be.
  private func expectSound(_ body: BodyPose) throws {
    for joint in Joint.allCases {
      let p = body.cameraRelativePosition(joint)
      #expect((p.x + p.y + p.z).isFinite && p.z > 0, "\(joint)")
      #expect(body.sigma(joint) > 0 && body.sigma(joint).isFinite, "\(joint)")
      #expect((0...1).contains(body.confidence(joint)), "\(joint)")
      #expect(body.position(joint).length < 1.2 * body.bodyHeight, "\(joint)")
    }
    #expect((0...1).contains(body.confidence))
    if body.heightEstimation == .measured {
      #expect((0.9...2.3).contains(body.bodyHeight) && body.bodyHeightSigma > 0.01)
      #expect(body.depthUse == .used)
    } else {
      #expect(body.bodyHeight == 1.8 && body.bodyHeightSigma == 0.15)
      #expect(Joint.allCases.allSatisfy { body.source($0) != .depth })
    }
  }
}

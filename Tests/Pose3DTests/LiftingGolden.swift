import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

/// `fixtures/lifting/goldens.json`.
struct LiftingGolden: Decodable {
  static let shared = try? Fixture.decode(Self.self, from: "lifting/goldens.json")

  let inputs: [String]
  let joints: [String]
  let surfaces: [String]
  let places: [String]
  let crosses: [String]
  let people: [Person]

  struct Person: Decodable, CustomTestStringConvertible, Sendable {
    let name: String
    let input: Input
    let centers: [[Double]]
    let encoder: Encoder
    let network: Network
    let solution: Solution
    let depth: Depth?
    var testDescription: String { name }
  }

  struct Input: Decodable {
    struct Camera: Decodable {
      let width: Int
      let height: Int
      let fx: Double
      let fy: Double
      let cx: Double
      let cy: Double
    }
    struct DepthFile: Decodable {
      let file: String
      let unit: Double
      let confidence: String?
    }

    let points: [[Double]]
    let mask: [Int]
    let confidence: [Double]
    let hasKnownCamera: Int
    let keypointSigma: Double
    let isBlazePose: Int
    let bodyHeight: Double?
    let gravity: [Double]?
    let worldLandmarks: [[Double]]?
    let spreads: [Double]?
    let camera: Camera?
    let depth: DepthFile?
  }

  struct Encoder: Decodable {
    let bodySize: Double
    let virtualAxes: [[Double]]
    let features: [Double]
    let mirrored: [Double]
  }

  struct Network: Decodable {
    let positions: [[Double]]
    let scales: [[Double]]
    let logStature: [Double]
    let surfaces: [[Double]]
    let lengths: [[Double]]
    let flexions: [[Double]]
  }

  struct Solution: Decodable {
    let positions: [[Double]]
    let stature: Double
    let sigmas: [Double]
    let logStatureSigma: Double
  }

  struct Depth: Decodable {
    struct Encoder: Decodable {
      let features: [Double]
      let mirrored: [Double]
    }
    let near: [Double?]
    let spread: [Double]
    let cross: [Double?]
    let encoder: Encoder
    let network: Network
    let start: [[Double]]
    let readings: [[Double]]
    let solution: Solution
  }

  /// Rows in the goldens' order, by joint.
  static func perJoint<Row>(_ rows: [Row]) throws -> PerJoint<Row> {
    let names = try #require(shared).joints
    let byName = Dictionary(uniqueKeysWithValues: zip(names, rows))
    let ordered = try Joint.allCases.map { try #require(byName[$0.name]) }
    return PerJoint { ordered[$0.rawValue] }
  }
}

extension LiftingGolden.Person {
  /// What was told to the lifter.
  var options: Lifter.Options {
    var options = Lifter.Options()
    // The reference goes by the number.
    options.keypoints =
      input.keypointSigma < 0.008
      ? .exact(sigma: input.keypointSigma) : .detected(sigma: input.keypointSigma)
    options.bodyHeight = input.bodyHeight
    options.gravity = input.gravity.map { Vector3($0[0], $0[1], $0[2]) }
    return options
  }

  /// The person's camera; one of focal length 1 where the points are all that is known.
  var camera: Camera {
    guard let camera = input.camera else {
      return Camera(
        width: 2, height: 2, fx: 1, fy: 1, cx: 0, cy: 0,
        source: input.hasKnownCamera == 1 ? .user : .assumed)
    }
    return Camera(
      width: camera.width, height: camera.height, fx: camera.fx, fy: camera.fy, cx: camera.cx,
      cy: camera.cy, source: .file)
  }

  /// The keypoints in pixels.
  var pose: Pose2D {
    var points: [Keypoint: Pose2D.Point] = [:]
    var world: [Keypoint: Vector3] = [:]
    for (index, keypoint) in LifterInput.keypoints.enumerated() where input.mask[index] == 1 {
      let (ray, camera) = (input.points[index], camera)
      points[keypoint] = Pose2D.Point(
        x: camera.fx * ray[0] + camera.cx, y: camera.fy * ray[1] + camera.cy,
        confidence: input.confidence[index],
        sigma: input.spreads.map { $0[index] * camera.fx })
      if let p = input.worldLandmarks?[index] { world[keypoint] = Vector3(p[0], p[1], p[2]) }
    }
    var pose = Pose2D(points: points, imageWidth: camera.width, imageHeight: camera.height)
    pose.convention = input.isBlazePose == 1 ? .blazePose : .jointCenters
    pose.worldLandmarks = world
    return pose
  }

  /// What the network reads.
  var lifterInput: LifterInput { LifterInput(pose, camera: camera, options: options) }

  /// The keypoints, ready to be solved. The reference knows a phone's map by its confidences alone.
  func setting(options: Lifter.Options) -> LiftingProblem {
    LiftingProblem(
      input: lifterInput,
      centers: LifterInput(pose.withJointCenters, camera: camera, options: options),
      camera: camera, options: options, outside: outside,
      readsPhonesMap: input.depth?.confidence != nil)
  }

  /// The depth map that belongs to the picture.
  func depthMap() throws -> DepthMap {
    let file = try #require(input.depth)
    let map = try DepthMap(
      contentsOf: Fixture.path(file.file), unit: DepthUnit(metresPerStep: file.unit))
    guard let confidence = file.confidence else { return map }
    return try map.withConfidence(contentsOf: Fixture.path(confidence))
  }

  /// The problem without readings of its own, after a prediction from those at the keypoints.
  func problem(readings: DepthReadings?) -> PoseProblem {
    let features = LifterFeatures(lifterInput, depth: readings)
    let prediction = LiftingNetwork.builtIn.predict(features)
    let logStature =
      readings == nil || input.bodyHeight != nil
      ? (log(input.bodyHeight ?? Anthropometry.referenceHeight), 1e-4)
      : setting(options: options).logStature(said: prediction)
    return PoseProblem(
      input: LifterInput(pose.withJointCenters, camera: camera, options: options),
      prediction: prediction, virtualFromCamera: features.virtualFromCamera,
      weights: .init(
        keypointSigma: input.keypointSigma, lateralScale: options.keypoints.lateralScale),
      logStature: logStature, outside: outside)
  }

  /// The joints of the limbs without a keypoint.
  private var outside: Set<Joint> {
    let absent = zip(LifterInput.keypoints, lifterInput.isPresent).filter { !$0.1 }
    return Set(absent.compactMap { Joint(name: $0.0.rawValue) }).subtracting([.topHead])
  }
}

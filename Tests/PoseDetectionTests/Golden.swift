import DepthIO
@testable import PoseDetection
import Foundation
import PoseGeometry
import PoseImaging
import Pose3D
import TestSupport
import Testing

/// What MediaPipe found in one picture: `solutions.pose` of 0.10.21, or the heavy model's Task.
struct Golden: Decodable, Sendable, CustomTestStringConvertible {
  let file: String
  /// Of the picture file, in hexadecimal.
  let sha256: String
  let width, height: Int
  /// x and y in pixels, visibility; `nil` if no person was found.
  let landmarks: [[Double]]?
  /// x, y, z in metres.
  let world: [[Double]]?

  var testDescription: String { file }

  /// The goldens in a fixture file.
  static func all(in name: String) throws -> [Golden] {
    try Fixture.decode(from: "detection/\(name)")
  }

  /// How far a pose is from this one.
  func distance(to pose: Pose2D, isHeavy: Bool = false) throws -> PoseDistance {
    try PoseDistance(
      of: pose, to: try #require(landmarks), world: try #require(world), isHeavy: isHeavy)
  }

  /// How far the poses in the available real images are from the goldens in a file, and the images
  /// in which only one of the two found a person.
  static func realDistances(
    in name: String, detector: BodyPoseDetector, isHeavy: Bool
  ) throws -> (all: [PoseDistance], onlyOneFound: [String]) {
    var (all, onlyOneFound): ([PoseDistance], [String]) = ([], [])
    for (path, golden) in RealFrames.matches(of: try Golden.all(in: name), digest: \.sha256) {
      let poses = try detector.everybody(in: try ColorImage(contentsOf: path))
      if poses.isEmpty != (golden.landmarks == nil) { onlyOneFound.append(golden.file) }
      guard golden.landmarks != nil else { continue }
      let distances = try poses.map { try golden.distance(to: $0, isHeavy: isHeavy) }
      if let nearest = distances.min(by: { $0.meanPixels < $1.meanPixels }) { all.append(nearest) }
    }
    return (all, onlyOneFound)
  }
}

extension BodyPoseDetector {
  /// All people whom the person detector and the landmark model see, before one is chosen:
  /// MediaPipe takes the surest, we the nearest, and neither examines the others.
  fileprivate func everybody(in picture: ColorImage) throws -> [Pose2D] {
    let window = try #require(PictureWindow(picture, nil))
    return try people.findings(in: window, upTo: .picture).compactMap { finding in
      try person(in: picture, region: finding.region)?.pose(in: picture.width, picture.height)
    }
  }
}

extension PoseDistance {
  /// - Parameter isHeavy: whether the confidences are the square roots of the heavy model's visibilities.
  init(
    of pose: Pose2D, to landmarks: [[Double]], world: [[Double]], isHeavy: Bool = false
  ) throws {
    let power = isHeavy ? 1 / LandmarkModel.heavyVisibilityExponent : 1
    var distance = PoseDistance()
    for (index, name) in BodyLandmarks.names.enumerated() {
      let point = try #require(pose.points[name])
      let place = try #require(pose.worldLandmarks[name])
      distance.pixels.append(hypot(point.x - landmarks[index][0], point.y - landmarks[index][1]))
      distance.visibility.append(abs(pow(point.confidence, power) - landmarks[index][2]))
      let expected = SIMD3(world[index][0], world[index][1], world[index][2])
      distance.millimetres.append(1000 * (place - expected).length)
    }
    self = distance
  }
}

/// Differences of 33 landmarks.
struct PoseDistance {
  var pixels: [Double] = []
  var millimetres: [Double] = []
  var visibility: [Double] = []

  var meanPixels: Double { pixels.reduce(0, +) / Double(pixels.count) }
  var meanMillimetres: Double { millimetres.reduce(0, +) / Double(millimetres.count) }

  /// Means and maxima of all landmarks of many poses, for a report.
  static func summary(of distances: [PoseDistance]) -> String {
    func words(_ numbers: [Double], _ unit: String) -> String {
      let mean = numbers.reduce(0, +) / Double(max(1, numbers.count))
      return String(format: "mean %.4f, max %.4f %@", mean, numbers.max() ?? 0, unit)
    }
    return "\(distances.count) poses: \(words(distances.flatMap(\.pixels), "px")); "
      + words(distances.flatMap(\.millimetres), "mm")
  }
}

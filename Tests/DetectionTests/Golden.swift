import Foundation
import Kinematics
import Pose3D
import Testing

@testable import Detection

/// What MediaPipe 0.10.21 (`solutions.pose`, static, complexity 1) found in one picture.
struct Golden: Decodable, Sendable, CustomTestStringConvertible {
  let file: String
  /// Of the picture file, in hexadecimal.
  let sha256: String
  let width, height: Int
  /// x and y in pixels, visibility; `nil` when nobody was found.
  let landmarks: [[Double]]?
  /// x, y, z in metres.
  let world: [[Double]]?

  var testDescription: String { file }

  /// The goldens in a fixture file.
  static func all(in name: String) throws -> [Golden] {
    let data = try Data(contentsOf: Installation.fixtures.appendingPathComponent(name))
    return try JSONDecoder().decode([Golden].self, from: data)
  }

  /// How far a pose is from this one.
  func distance(to pose: Pose2D) throws -> PoseDistance {
    let landmarks = try #require(landmarks)
    let world = try #require(world)
    var distance = PoseDistance()
    for (index, name) in BodyLandmarks.names.enumerated() {
      let point = try #require(pose.points[name])
      let place = try #require(pose.worldLandmarks[name])
      distance.pixels.append(hypot(point.x - landmarks[index][0], point.y - landmarks[index][1]))
      distance.visibility.append(abs(point.confidence - landmarks[index][2]))
      let expected = SIMD3(world[index][0], world[index][1], world[index][2])
      distance.millimetres.append(1000 * (place - expected).length)
    }
    return distance
  }
}

/// Differences of 33 landmarks.
struct PoseDistance {
  var pixels: [Double] = []
  var millimetres: [Double] = []
  var visibility: [Double] = []

  var meanPixels: Double { pixels.reduce(0, +) / Double(pixels.count) }
  var meanMillimetres: Double { millimetres.reduce(0, +) / Double(millimetres.count) }
}

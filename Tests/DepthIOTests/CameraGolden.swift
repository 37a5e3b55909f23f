import Foundation
import TestSupport

/// What OpenCV, librealsense and NumPy find for the cameras of `fixtures/cameras` (`make.py` there).
struct CameraGolden: Decodable {
  struct Lens: Decodable {
    let model: String
    let coefficients: [Double]
    let center: [Double]?
    let rays: [[Double]]
    let pixels: [[Double]]
  }

  struct Rotation: Decodable {
    let vector: [Double]
    let rowMajor: [Double]
  }

  let lenses: [String: Lens]
  let grid: [[Double]]
  let undistorted: [String: [[Double]]]
  let rotations: [Rotation]
  let colorFromDepth: [Double]
  let azureMotion: [Double]

  static func load() throws -> CameraGolden { try Fixture.decode(from: "cameras/golden.json") }
}

import DepthIO
import PoseImaging
import TestSupport

/// The demo's frame and what is true in it, read once.
struct DemoFrame: Sendable {
  struct Truth: Decodable, Sendable {
    let stature: Double
    /// Places in the camera frame, metres.
    let joints: [String: [Double]]
    let pixels: [String: [Double]]
  }

  let truth: Truth
  let camera: Camera
  let depth: DepthMap

  static let shared = Result { try DemoFrame() }

  private init() throws {
    truth = try Fixture.decode(from: "demo/truth.json")
    camera = try CameraFile(contentsOf: Fixture.path("demo/camera.json"))
      .colorCamera(forWidth: 512, height: 424)
    depth = try DepthMap(
      contentsOf: Fixture.path("demo/depth.png"), unit: DepthUnit(metresPerStep: 0.001))
  }
}

@testable import PoseDetection
import DepthIO
import PoseImaging
import Pose3D
import TestSupport
import Testing

/// Where rtmlib finds the spots of a picture with the models in `fixtures/onnx`, and where they are.
struct TopDownGoldens: Decodable {
  struct Found: Decodable, Sendable, CustomTestStringConvertible {
    let model: String
    /// Left, top, right, bottom.
    let box: [Double]
    let points: [[Double]]
    /// rtmlib's own, up to 1.5.
    let scores: [Double]
    /// With the crop that the models of heatmaps are trained with, which rtmlib doesn't make.
    let unbiased: [[Double]]?
    let unbiasedScores: [Double]?

    var testDescription: String { "\(model) \(box)" }

    var boundingBox: BoundingBox {
      BoundingBox(minimum: SIMD2(box[0], box[1]), maximum: SIMD2(box[2], box[3]))
    }
  }

  let spots: [[Double]]
  /// The point whose spot is not in the picture.
  let missing: Int
  let found: [Found]

  static func all() throws -> TopDownGoldens { try Fixture.decode(from: "onnx/goldens.json") }

  static func picture() throws -> ColorImage {
    try ColorImage(contentsOf: Fixture.path("onnx/spots.png"))
  }
}

extension TopDownModel {
  /// A model in `fixtures/onnx`.
  convenience init(fixture name: String, layout: KeypointLayout? = nil) throws {
    try self.init(file: Fixture.path("onnx/\(name)"), layout: layout)
  }

  /// A model in a file.
  convenience init(
    file path: String, layout: KeypointLayout? = nil, cacheFolder: String? = nil
  ) throws {
    let assets = try #require(Installation.assets)
    let runtime = try InferenceRuntime(library: assets.runtimeLibrary)
    try self.init(
      path: path, layout: layout, assets: assets, runtime: runtime, threads: 1,
      cacheFolder: cacheFolder)
  }
}

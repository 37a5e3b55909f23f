internal import Foundation
internal import Pose3D
internal import PoseDocuments
internal import PoseImaging

/// A top-down pose model of the user's, an ONNX file: it is shown one person and gives their keypoints.
final class TopDownModel {
  /// The requirement on a user's ONNX file, for errors.
  private static let expectation =
    "a top-down pose model was expected, which takes 1×3×height×width and gives SimCC of two outputs "
    + "(1×points×columns, 1×points×rows) or heatmaps (1×points×rows×columns)"
  /// No such model sees more pixels a side; RTMW-x sees 384.
  private static let sizes = 16...4096

  private let model: InferenceModel
  private let head: TopDownHead
  private let layout: KeypointLayout
  private let width, height: Int

  /// The model in a user's file.
  ///
  /// - Parameter layout: what its points are; `nil` goes by their number.
  /// - Throws: `modelUnusable` for a file that is damaged or another model, `modelQuantized` for one that
  ///   isn't of 32-bit numbers, `notInstalled` where the runtime can't read ONNX.
  init(
    path: String, layout: KeypointLayout?, assets: DetectionAssets, runtime: InferenceRuntime,
    threads: Int, cacheFolder: String?
  ) throws(DetectionError) {
    let file = try ONNXFile(path)
    guard assets.readsONNX else {
      throw DetectionError(
        .notInstalled,
        "OpenVINO's reader of ONNX models is not installed: run `scripts/setup` in the Pose3D "
          + "checkout, or use the full model")
    }
    let graph = try InferenceGraph(path: path, remedy: ONNXFile.remedy, runtime: runtime)
    let inputs = graph.inputExtents
    guard inputs.count == 1, inputs[0].count == 4, [1, -1].contains(inputs[0][0]),
      [3, -1].contains(inputs[0][1])
    else {
      throw Self.mismatch(path, "takes \(Self.written(inputs))")
    }
    guard inputs[0][2] > 0, inputs[0][3] > 0 else {
      throw DetectionError(
        .modelUnusable, path: path,
        "the model leaves its input's height and width open (\(Self.written(inputs))): export it with "
          + "the size that it was trained with, such as 1×3×256×192")
    }
    (height, width) = (inputs[0][2], inputs[0][3])
    guard Self.sizes.contains(height), Self.sizes.contains(width) else {
      throw Self.mismatch(path, "takes \(Self.written(inputs))")
    }
    model = try InferenceModel(
      graph, inputExtents: [1, 3, height, width], digest: file.digest, threads: threads,
      cacheFolder: cacheFolder)
    let outputs = model.outputExtents
    guard
      let head = TopDownHead(
        inputWidth: width, inputHeight: height, outputs: outputs, names: model.outputNames)
    else {
      throw Self.mismatch(path, "takes \(Self.written(inputs)) and gives \(Self.written(outputs))")
    }
    let shape = model.shape
    guard shape.input > 0, shape.outputs.allSatisfy({ $0 > 0 }) else {
      throw DetectionError(
        .modelQuantized, path: path,
        "the model's input or outputs aren't 32-bit floating point: export it with 32-bit numbers")
    }
    self.head = head
    self.layout = try Self.layout(layout, ofPoints: head.count, path: path)
  }

  /// The keypoints of the person in a box of a picture; `nil` when the model sees none.
  ///
  /// Points are in pixels, their confidence is the model's score, cut to 0…1; the pose's is the mean of
  /// its points'.
  func pose(
    in picture: ColorImage, box: BoundingBox, id: Int?
  ) throws(DetectionError) -> Pose2D? {
    let crop = TopDownCrop(
      around: box, width: width, height: height, alignment: head.alignment)
    guard crop.isUsable else { return nil }
    let points = try points(in: picture, crop)
    var named: [Keypoint: Pose2D.Point] = [:]
    for (name, point) in zip(layout.points, points) {
      guard let name, let point else { continue }
      let pixel = crop.pixel(point.place)
      named[name] = Pose2D.Point(x: pixel.x, y: pixel.y, confidence: min(point.score, 1))
    }
    guard !named.isEmpty else { return nil }
    // In the layout's order: a dictionary's is another in every run.
    let sum = layout.points.reduce(0) { $0 + ($1.flatMap { named[$0]?.confidence } ?? 0) }
    return Pose2D(
      points: named, imageWidth: picture.width, imageHeight: picture.height,
      confidence: sum / Double(named.count), id: id, convention: .jointCenters)
  }

  /// All the model's points, in pixels of the input.
  func points(
    in picture: ColorImage, _ crop: TopDownCrop
  ) throws(DetectionError) -> [TopDownHead.Point?] {
    TopDownSampler.sample(crop, of: picture, into: model.input)
    try model.run()
    return head.points(inputWidth: width, inputHeight: height, output: model.output)
  }
}

extension TopDownModel {
  /// The layouts that a model's number of points means.
  private static let usualLayouts: [KeypointLayout] = [.coco, .halpe26, .coco133, .halpe136]

  private static func layout(
    _ asked: KeypointLayout?, ofPoints count: Int, path: String
  ) throws(DetectionError) -> KeypointLayout {
    if let asked {
      guard asked.points.count == count else {
        throw DetectionError(
          .modelUnusable, path: path,
          "the model gives \(count) points, and the layout \(asked.rawValue) has "
            + "\(asked.points.count)")
      }
      return asked
    }
    if let layout = usualLayouts.first(where: { $0.points.count == count }) { return layout }
    if count == 21 {
      throw DetectionError(
        .modelUnusable, path: path,
        "the model gives 21 points, those of a hand; one of bodies was expected")
    }
    let known = usualLayouts.map { "\($0.points.count) (\($0.rawValue))" }
    let others = KeypointLayout.allCases.filter { $0.points.count == count }.map(\.rawValue)
    throw DetectionError(
      .modelUnusable, path: path,
      "the model gives \(count) points, "
        + (others.isEmpty
          ? "which no layout has; \(known.joined(separator: ", ")) are those of bodies"
          : "which may be \(others.joined(separator: " or ")): name the layout"))
  }

  private static func mismatch(_ path: String, _ found: String) -> DetectionError {
    DetectionError(.modelUnusable, path: path, "the model \(found); \(expectation)")
  }

  /// Extents such as 1×3×256×192, an open one as a question mark.
  private static func written(_ shapes: [[Int]]) -> String {
    guard !shapes.isEmpty else { return "nothing" }
    return shapes.prefix(8).map { shape in
      shape.isEmpty ? "?" : shape.map { $0 < 0 ? "?" : "\($0)" }.joined(separator: "×")
    }.joined(separator: ", ") + (shapes.count > 8 ? ", …" : "")
  }
}

extension BodyLandmarks {
  /// The rectangle that a person detector would draw: around the body with hair, clothes and soles, as far
  /// as it is in the picture. Pixels.
  func personBox(inPicture width: Int, _ height: Int) -> BoundingBox {
    func middle(_ a: Keypoint, _ b: Keypoint) -> SIMD2<Double> {
      (position(of: a) + position(of: b)) / 2
    }
    // Eyes are 0.936 of the stature high and shoulders 0.818 (Winter 2009, figure 4.1).
    let eyes = middle(.leftEye, .rightEye)
    let top = eyes + (eyes - trunk.shoulders) * ((1 - 0.936) / (0.936 - 0.818))
    var box = BoundingBox(around: points.map(\.position) + [top])!
    let margin = Self.flesh * max(box.width, box.height)
    box.minimum -= margin
    box.maximum += margin
    let seen = BoundingBox(
      minimum: pointwiseMax(box.minimum, .zero),
      maximum: pointwiseMin(box.maximum, SIMD2(Double(width - 1), Double(height - 1))))
    return seen.width > 0 && seen.height > 0 ? seen : box
  }

  /// The margin of a body beyond its landmarks, as a share of its larger extent. With that the box
  /// is the median of the silhouette's of 54 rendered people on every side, to 0.3 % of its extent.
  /// The two have 90 % of their union in common on average, 75 % at least.
  private static let flesh = 0.03
}

extension DetectionAssets {
  /// Whether OpenVINO's reader of ONNX models lies beside its library, where it looks for it.
  var readsONNX: Bool {
    let folder = FileNames.folder(of: runtimeLibrary)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { $0.hasPrefix("libopenvino_onnx_frontend.") }
  }
}

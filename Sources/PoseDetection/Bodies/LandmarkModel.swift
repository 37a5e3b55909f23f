internal import Foundation
internal import PoseGeometry
internal import PoseImaging

/// BlazePose's second stage: the landmarks of the person in a square.
final class LandmarkModel {
  /// The side of the square that the model reads, in pixels.
  private static let inputSize = 256
  /// Landmarks in the output: 33 of the body, two that frame it, four unused.
  private static let landmarkCount = 39
  /// Numbers for each: x, y, z in pixels of the input, logits of visibility and presence.
  private static let valueCount = 5
  /// The output of the middle of the hips.
  private static let hipsIndex = 33
  /// The output of the point that gives the body's size and roll.
  private static let scalePointIndex = 34

  /// Numbers that go in and come out: the landmarks, whether there is a person, the heatmaps, the
  /// landmarks in metres.
  static let shape = InferenceModel.Shape(
    input: 3 * inputSize * inputSize,
    outputs: [
      landmarkCount * valueCount, 1,
      HeatmapRefinement.size * HeatmapRefinement.size * HeatmapRefinement.mapCount,
      landmarkCount * 3,
    ])
  /// Numbers in the output that isn't used: a mask of the person.
  static let segmentationCount = inputSize * inputSize

  private let model: InferenceModel
  private let outputs: Outputs
  private let refinement: HeatmapRefinement
  private let minimumPresence: Double
  /// A point's visibility to this power is what the program goes by.
  private let visibilityExponent: Double

  /// The exponent on the heavy model's visibilities, which are lower than the full one's at the
  /// same error. On 17,536 elbows, wrists, knees and ankles of rendered people, half of the errors
  /// are below 48 mm at a visibility of 0.1 to 0.2, and below 51 mm at 0.5 to 0.6 of the full one.
  /// The power of 0.3 would make both mean the same. The lifting network, which was trained with
  /// these outputs, does best with half of that way. On 2,992 rendered images the median error is
  /// 74.4 mm, against 75.0 with 0.3 and 75.5 with 1.
  static let heavyVisibilityExponent = 0.5
  private let sampler = SquareSampler(
    size: inputSize, border: .replicate, scale: 1 / 255, offset: 0)

  /// The indices of the outputs; a model of the user's may have them in a different order.
  private struct Outputs {
    let landmarks, presence, heatmaps, world: Int

    /// Told apart by how many numbers they have; `nil` when those aren't the expected ones.
    init?(_ counts: [Int]) {
      let indices = LandmarkModel.shape.outputs.compactMap(counts.firstIndex)
      guard indices.count == 4, counts.count == 4 else { return nil }
      (landmarks, presence, heatmaps, world) = (indices[0], indices[1], indices[2], indices[3])
    }
  }

  /// A model, opened and compiled; which, the detector has decided.
  init(
    _ choice: BodyModel, assets: DetectionAssets, runtime: InferenceRuntime,
    options: BodyPoseDetector.Options
  ) throws(DetectionError) {
    let file = try LandmarkModelFile(choice, assets: assets, cacheFolder: options.cacheFolder)
    defer { file.discard() }
    model = try InferenceModel(
      path: file.path, name: file.name, remedy: file.remedy, runtime: runtime,
      threads: options.threads, cacheFolder: options.cacheFolder)
    guard model.shape.input == Self.shape.input, let outputs = Outputs(model.shape.outputs) else {
      throw model.mismatch(expected: Self.shape)
    }
    self.outputs = outputs
    refinement = HeatmapRefinement(kernelSize: options.refinementKernelSize ?? file.kernelSize)
    minimumPresence = options.minimumPresence
    visibilityExponent = file.isHeavy ? Self.heavyVisibilityExponent : 1
  }

  /// The landmarks of the person in a square of a picture; `nil` when the model sees none there.
  ///
  /// - Parameter isMirrored: whether the model gets the same square of the mirrored image; its
  ///   output is then mirrored back.
  func landmarks(
    in picture: ColorImage, region: SquareRegion, isMirrored: Bool
  ) throws(DetectionError) -> BodyLandmarks? {
    sampler.sample(region, of: picture, isMirrored: isMirrored, into: model.input)
    try model.run()
    guard isMirrored else { return landmarks(region: region) }
    return landmarks(region: region.mirrored(inWidth: picture.width))?
      .mirrored(inWidth: picture.width)
  }

  /// The model's latest output for a square.
  private func landmarks(region: SquareRegion) -> BodyLandmarks? {
    let presence = Double(model.output(outputs.presence)[0])
    guard presence > minimumPresence else { return nil }
    let (numbers, heatmaps) = (model.output(outputs.landmarks), model.output(outputs.heatmaps))
    let metres = model.output(outputs.world)
    func point(_ index: Int) -> BodyLandmarks.Point {
      self.point(index, in: numbers, heatmaps: heatmaps, region: region)
    }
    let body = BodyLandmarks.names.indices
    return BodyLandmarks(
      presence: presence, points: body.map(point),
      world: body.map { world($0, in: metres, region: region) }, region: region,
      hips: point(Self.hipsIndex).position, scalePoint: point(Self.scalePointIndex).position)
  }

  private func point(
    _ index: Int, in numbers: UnsafeBufferPointer<Float>, heatmaps: UnsafeBufferPointer<Float>,
    region: SquareRegion
  ) -> BodyLandmarks.Point {
    let first = index * Self.valueCount
    let place = SIMD2(Double(numbers[first]), Double(numbers[first + 1])) / Double(Self.inputSize)
    return BodyLandmarks.Point(
      position: region.pixel(refinement.refined(place, of: index, in: heatmaps)),
      visibility: pow(sigmoid(Double(numbers[first + 3])), visibilityExponent),
      presence: sigmoid(Double(numbers[first + 4])))
  }

  /// The model's metres are upright in its square; they are turned back with it.
  private func world(
    _ index: Int, in numbers: UnsafeBufferPointer<Float>, region: SquareRegion
  ) -> Vector3 {
    let turned = region.turned(SIMD2(Double(numbers[3 * index]), Double(numbers[3 * index + 1])))
    return Vector3(turned.x, turned.y, Double(numbers[3 * index + 2]))
  }
}

/// The landmark models of BlazePose that a detector can use.
public enum BodyModel: Sendable, Equatable {
  /// MediaPipe's complexity 1.
  case full
  /// MediaPipe's complexity 2: slower and more exact; `scripts/setup` installs it where it can be
  /// had.
  case heavy
  /// A file of the user's: a landmark model (`.tflite`), with or without its segmentation output,
  /// or a pose landmarker bundle (`.task`) that holds one. What it is, its contents say. The
  /// segmentation is never computed; a bundle, or a model that still has it, is rewritten into the
  /// cache folder for that, or into the temporary folder while it is being opened.
  ///
  /// Or an ONNX file: a top-down model such as RTMPose, RTMW or ViTPose. BlazePose's full model
  /// then finds the people, and the user's model their keypoints.
  case file(String)
}

extension BodyModel {
  /// Whether it is an ONNX file, by its contents: a top-down model, or nothing that can be used.
  package var isONNX: Bool {
    if case .file(let path) = self { ONNXFile.isONNX(path) } else { false }
  }
}

/// Moves a landmark to the centre of gravity of its heatmap near by, as MediaPipe's
/// RefineLandmarksFromHeatmapCalculator does.
struct HeatmapRefinement {
  /// Cells on a side of the map.
  static let size = 64
  /// Maps that are interleaved: one for each landmark.
  static let mapCount = 39
  /// The map must reach this confidence near the landmark, or the landmark stays.
  private static let minimumPeak = 0.5

  /// Cells on each side of the landmark's own that count.
  private let reach: Int

  /// A refinement over `kernelSize` × `kernelSize` cells, an odd number.
  init(kernelSize: Int) {
    precondition(
      kernelSize > 0 && kernelSize % 2 == 1, "a kernel of \(kernelSize) cells has no middle")
    reach = kernelSize / 2
  }

  /// A landmark's place after refinement; the map and the landmark are 1 wide.
  ///
  /// - Parameter logits: all maps, row by row, cell by cell, before the sigmoid.
  func refined(
    _ place: SIMD2<Double>, of landmark: Int, in logits: UnsafeBufferPointer<Float>
  ) -> SIMD2<Double> {
    let size = Double(Self.size)
    let cell = place * size
    // Cells are found by truncation, so that -0.9…0 counts as the first one, as in MediaPipe.
    guard cell.x > -1, cell.y > -1, cell.x < size, cell.y < size else { return place }
    let (column, row) = (Int(cell.x), Int(cell.y))
    let columns = max(0, column - reach)..<min(Self.size, column + reach + 1)
    let rows = max(0, row - reach)..<min(Self.size, row + reach + 1)
    var (total, peak, moment) = (0.0, 0.0, SIMD2<Double>.zero)
    for row in rows {
      for column in columns {
        let weight = sigmoid(Double(logits[(row * Self.size + column) * Self.mapCount + landmark]))
        total += weight
        peak = max(peak, weight)
        moment += SIMD2(Double(column), Double(row)) * weight
      }
    }
    return peak >= Self.minimumPeak ? moment / total / size : place
  }
}

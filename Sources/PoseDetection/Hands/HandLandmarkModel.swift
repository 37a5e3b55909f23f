internal import PoseGeometry
internal import PoseImaging

/// The second stage of MediaPipe's hands (Zhang et al. 2020): the landmarks of the hand in a
/// square.
final class HandLandmarkModel {
  /// The side of the square that the model reads, in pixels.
  private static let inputSize = 224

  /// Numbers that go in and come out: landmarks in pixels of the input, whether there is a hand,
  /// whether it is a right one, landmarks in metres.
  static let shape = InferenceModel.Shape(
    input: 3 * inputSize * inputSize,
    outputs: [3 * HandLandmarks.names.count, 1, 1, 3 * HandLandmarks.names.count])

  private let model: InferenceModel
  private let sampler = SquareSampler(
    size: inputSize, border: .replicate, scale: 1 / 255, offset: 0)

  init(
    path: String, runtime: InferenceRuntime, options: HandPoseDetector.Options
  ) throws(DetectionError) {
    model = try InferenceModel(
      path: path, shape: Self.shape, runtime: runtime, threads: options.threads,
      cacheFolder: options.cacheFolder)
  }

  /// Returns the model's landmarks in a square of an image, whether it detects a hand there or
  /// not.
  func landmarks(
    in picture: ColorImage, region: SquareRegion
  ) throws(DetectionError) -> HandLandmarks {
    sampler.sample(region, of: picture, into: model.input)
    try model.run()
    let (points, world) = (model.output(0), model.output(3))
    let indices = HandLandmarks.names.indices
    return HandLandmarks(
      presence: Double(model.output(1)[0]), rightness: Double(model.output(2)[0]),
      points: indices.map { index in
        let place = SIMD2(Double(points[3 * index]), Double(points[3 * index + 1]))
        return region.pixel(place / Double(Self.inputSize))
      },
      // The model's metres are upright in its square; they are turned back with it.
      world: indices.map { index in
        let turned = region.turned(
          SIMD2(Double(world[3 * index]), Double(world[3 * index + 1])))
        return Vector3(turned.x, turned.y, Double(world[3 * index + 2]))
      },
      region: region)
  }
}

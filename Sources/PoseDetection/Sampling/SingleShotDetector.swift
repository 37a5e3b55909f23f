internal import PoseImaging

/// One of MediaPipe's single-shot detectors: what it finds in a square of a picture.
final class SingleShotDetector {
  /// Overlap of two boxes above which they are one person's or one hand's, as in MediaPipe's
  /// `solutions`.
  private static let suppressionThreshold = 0.3

  let anchors: DetectorAnchors
  private let model: InferenceModel
  private let sampler: SquareSampler

  /// A detector whose input is `level * scale + offset`; `DetectionError` with the code
  /// `modelUnusable` when the file isn't its model.
  init(
    path: String, anchors: DetectorAnchors, scale: Float, offset: Float,
    runtime: InferenceRuntime, threads: Int, cacheFolder: String?
  ) throws(DetectionError) {
    self.anchors = anchors
    sampler = SquareSampler(
      size: anchors.inputSize, border: .zero, scale: scale, offset: offset)
    model = try InferenceModel(
      path: path, shape: anchors.shape, runtime: runtime, threads: threads,
      cacheFolder: cacheFolder)
  }

  /// The detections in a square of an image, one candidate for each, the most confident first;
  /// empty when there is nothing. In units of the square.
  func candidates(
    in picture: ColorImage, _ square: SquareRegion, minimumConfidence: Double
  ) throws(DetectionError) -> [DetectorCandidate] {
    sampler.sample(square, of: picture, into: model.input)
    try model.run()
    let candidates = anchors.candidates(
      values: model.output(0), logits: model.output(1), minimumConfidence: minimumConfidence)
    return DetectorCandidate.merged(candidates, threshold: Self.suppressionThreshold)
  }
}

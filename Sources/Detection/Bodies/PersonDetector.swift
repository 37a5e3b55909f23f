internal import DepthIO

/// BlazePose's first stage: where in a picture people are.
final class PersonDetector {
  /// A person's place in the picture.
  struct Finding: Equatable {
    let score: Double
    let region: SquareRegion
  }

  /// Overlap of two face boxes above which they are one person's, as in MediaPipe's `solutions`.
  private static let suppressionThreshold = 0.3

  /// Which of the detector's points are used.
  private static let (hips, scalePoint) = (0, 1)

  private let model: InferenceModel
  private let anchors = DetectorAnchors.people
  private let sampler = SquareSampler(
    size: DetectorAnchors.people.inputSize, border: .zero, scale: 2 / 255, offset: -1)
  private let minimumConfidence: Double

  init(
    path: String, runtime: InferenceRuntime, options: BodyPoseDetector.Options
  ) throws(DetectionError) {
    model = try InferenceModel(
      path: path, shape: anchors.shape, runtime: runtime, threads: options.threads,
      cacheFolder: options.cacheFolder)
    minimumConfidence = options.minimumDetectionConfidence
  }

  /// The people in a picture, the surest first; empty when there are none.
  func findings(in picture: ColorImage) throws(DetectionError) -> [Finding] {
    let seen = SquareRegion(around: picture.width, picture.height)
    sampler.sample(seen, of: picture, into: model.input)
    try model.run()
    let candidates = anchors.candidates(
      values: model.output(0), logits: model.output(1), minimumConfidence: minimumConfidence)
    return DetectorCandidate.merged(candidates, threshold: Self.suppressionThreshold)
      .map { candidate in
        Finding(
          score: candidate.score,
          region: SquareRegion(
            hips: seen.pixel(candidate.keypoints[Self.hips]),
            scalePoint: seen.pixel(candidate.keypoints[Self.scalePoint])))
      }
      .filter(\.region.isUsable)
  }
}

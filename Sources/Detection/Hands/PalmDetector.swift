internal import DepthIO

/// BlazePalm, the first stage of MediaPipe's hands (Zhang et al. 2020): where in a picture palms are.
final class PalmDetector {
  /// A hand's place in the picture.
  struct Finding: Equatable {
    let score: Double
    let region: SquareRegion
  }

  /// Overlap of two palms above which they are one.
  private static let suppressionThreshold = 0.3

  /// Which of the detector's points tell where the fingers are: the wrist, the middle knuckle.
  private static let (wrist, knuckle) = (0, 2)

  private let model: InferenceModel
  private let anchors = DetectorAnchors.palms
  private let sampler = SquareSampler(
    size: DetectorAnchors.palms.inputSize, border: .zero, scale: 1 / 255, offset: 0)

  init(
    path: String, runtime: InferenceRuntime, options: HandPoseDetector.Options
  ) throws(DetectionError) {
    model = try InferenceModel(
      path: path, shape: anchors.shape, runtime: runtime, threads: options.threads,
      cacheFolder: options.cacheFolder)
  }

  /// The palms in a square of a picture, the surest first; empty when there are none.
  func findings(
    in picture: ColorImage, view: SquareRegion, minimumConfidence: Double
  ) throws(DetectionError) -> [Finding] {
    sampler.sample(view, of: picture, into: model.input)
    try model.run()
    let candidates = anchors.candidates(
      values: model.output(0), logits: model.output(1), minimumConfidence: minimumConfidence)
    return DetectorCandidate.merged(candidates, threshold: Self.suppressionThreshold)
      .map { candidate in
        let region = SquareRegion(
          palm: candidate.box,
          fingers: candidate.keypoints[Self.knuckle] - candidate.keypoints[Self.wrist])
        return Finding(score: candidate.score, region: region.placed(in: view))
      }
      .filter(\.region.isUsable)
  }
}

internal import PoseImaging

/// BlazePalm, the first stage of MediaPipe's hands (Zhang et al. 2020): where in a picture palms
/// are.
final class PalmDetector {
  /// A hand's place in the picture.
  struct Finding: Equatable {
    let score: Double
    let region: SquareRegion
  }

  /// The indices of the detector's keypoints that give the direction of the fingers: the wrist, the
  /// middle knuckle.
  private static let (wrist, knuckle) = (0, 2)

  private let detector: SingleShotDetector

  init(
    path: String, runtime: InferenceRuntime, options: HandPoseDetector.Options
  ) throws(DetectionError) {
    detector = try SingleShotDetector(
      path: path, anchors: .palms, scale: 1 / 255, offset: 0, runtime: runtime,
      threads: options.threads, cacheFolder: options.cacheFolder)
  }

  /// The palms in a square of a picture, the most confident first; empty when there are none.
  func findings(
    in picture: ColorImage, view: SquareRegion, minimumConfidence: Double
  ) throws(DetectionError) -> [Finding] {
    let candidates = try detector.candidates(
      in: picture, view, minimumConfidence: minimumConfidence)
    return
      candidates.map { candidate in
        let region = SquareRegion(
          palm: candidate.box,
          fingers: candidate.keypoints[Self.knuckle] - candidate.keypoints[Self.wrist])
        return Finding(score: candidate.score, region: region.placed(in: view))
      }
      .filter(\.region.isUsable)
  }
}

internal import Foundation
internal import Pose3D
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

extension SquareRegion {
  /// The square around a hand whose palm is known, turned so that the fingers are up. MediaPipe's
  /// `palm_detection_detection_to_roi.pbtxt`: half the box's height toward the fingers, then 2.6
  /// times its longer side.
  ///
  /// - Parameters:
  ///   - palm: the box around the palm.
  ///   - fingers: the direction from the wrist to the middle knuckle.
  init(palm: BoundingBox, fingers: SIMD2<Double>) {
    let middle = (palm.minimum + palm.maximum) / 2
    self.init(center: middle, side: 0, rotation: Self.rotation(up: fingers))
    center += turned(SIMD2(0, -0.5 * palm.height))
    side = 2.6 * max(palm.width, palm.height)
  }

  /// The square around a hand whose landmarks are known, in the order of `HandLandmarks.names`.
  /// MediaPipe's `hand_landmark_landmarks_to_roi.pbtxt`: around the wrist, the thumb without its
  /// tip and the fingers' first joints, turned from the wrist to those joints, a tenth toward the
  /// fingers and twice as large.
  init(handLandmarks points: [SIMD2<Double>]) {
    let point = { (joint: HandJoint) in points[HandLandmarks.index(of: joint)] }
    let (index, middle, ring) = (point(.indexPIP), point(.middlePIP), point(.ringPIP))
    let fingers = ((index + ring) / 2 + middle) / 2 - point(.wrist)
    let framed = Self.framed.map(point)
    // There are always 21 points.
    let upright = BoundingBox(around: framed)!
    self.init(
      center: (upright.minimum + upright.maximum) / 2, side: 0,
      rotation: Self.rotation(up: fingers))
    let back = SquareRegion(center: .zero, side: 1, rotation: -rotation)
    let box = BoundingBox(around: framed.map { back.turned($0 - center) })!
    let middleOfBox = (box.minimum + box.maximum) / 2
    center += turned(middleOfBox + SIMD2(0, -0.1 * box.height))
    side = 2 * max(box.width, box.height)
  }

  /// The landmarks that frame the square.
  private static let framed: [HandJoint] = [
    .wrist, .thumbCMC, .thumbMP, .thumbIP, .indexMCP, .indexPIP, .middleMCP, .middlePIP, .ringMCP,
    .ringPIP, .littleMCP, .littlePIP,
  ]

  /// This square, given in units of another one, in the picture's pixels.
  func placed(in view: SquareRegion) -> SquareRegion {
    let up = view.turned(turned(SIMD2(0, -1)))
    return SquareRegion(
      center: view.pixel(center), side: side * view.side, rotation: Self.rotation(up: up))
  }
}

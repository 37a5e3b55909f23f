internal import Foundation
internal import Pose3D

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

import PoseGeometry
import Pose3D

/// 2D bodies and hands that face the camera, for plain pictures.
enum SyntheticBody {
  /// Shares of the picture's width and height, of the person's left; the right is mirrored.
  private static let half: [(point: Keypoint, right: Keypoint?, x: Double, y: Double)] = [
    (.nose, nil, 0.5, 0.15), (.leftEye, .rightEye, 0.52, 0.13), (.leftEar, .rightEar, 0.55, 0.14),
    (.leftShoulder, .rightShoulder, 0.62, 0.3), (.leftElbow, .rightElbow, 0.7, 0.42),
    (.leftWrist, .rightWrist, 0.75, 0.54), (.leftIndex, .rightIndex, 0.77, 0.58),
    (.leftHip, .rightHip, 0.57, 0.58), (.leftKnee, .rightKnee, 0.59, 0.75),
    (.leftAnkle, .rightAnkle, 0.6, 0.92), (.leftHeel, .rightHeel, 0.58, 0.95),
  ]

  /// A person of 0.8 of the picture's height, moved to the right by a share of its width.
  static func standing(
    id: Int? = nil, width: Int = 640, height: Int = 480, shift: Double = 0,
    confidences: [Keypoint: Double] = [:], convention: Pose2D.Convention = .blazePose
  ) -> Pose2D {
    var points: [Keypoint: Pose2D.Point] = [:]
    for (left, right, x, y) in half {
      for (keypoint, x) in [(left, x), (right ?? left, right == nil ? x : 1 - x)] {
        points[keypoint] = Pose2D.Point(
          x: (x + shift) * Double(width), y: y * Double(height),
          confidence: confidences[keypoint] ?? 1)
      }
    }
    return Pose2D(
      points: points, imageWidth: width, imageHeight: height, id: id, convention: convention)
  }

  /// An open hand, its fingers up: metres, the wrist at the origin.
  private static let openHand: [(HandJoint, Double, Double)] = [
    (.wrist, 0, 0), (.thumbCMC, 0.03, -0.02), (.thumbMP, 0.055, -0.045), (.thumbIP, 0.08, -0.065),
    (.thumbTip, 0.1, -0.08), (.indexMCP, 0.025, -0.09), (.indexPIP, 0.03, -0.13),
    (.indexDIP, 0.033, -0.155), (.indexTip, 0.035, -0.175), (.middleMCP, 0, -0.09),
    (.middlePIP, 0, -0.135), (.middleDIP, 0, -0.163), (.middleTip, 0, -0.185),
    (.ringMCP, -0.02, -0.085), (.ringPIP, -0.024, -0.125), (.ringDIP, -0.026, -0.15),
    (.ringTip, -0.028, -0.172), (.littleMCP, -0.04, -0.075), (.littlePIP, -0.047, -0.105),
    (.littleDIP, -0.05, -0.125), (.littleTip, -0.053, -0.143),
  ]

  /// An open hand in the middle of a picture, a third of its height high.
  static func hand(
    _ chirality: Chirality? = .left, width: Int = 640, height: Int = 480, hasWorld: Bool = true
  ) -> HandPose {
    let scale = Double(height) / 3 / 0.185
    let place = { (x: Double, y: Double) in
      Pose2D.Point(
        x: 0.5 * Double(width) + scale * x, y: 0.65 * Double(height) + scale * y, confidence: 1)
    }
    return HandPose(
      points: Dictionary(uniqueKeysWithValues: openHand.map { ($0, place($1, $2)) }),
      worldLandmarks: hasWorld
        ? Dictionary(uniqueKeysWithValues: openHand.map { ($0, Vector3($1, $2 + 0.09, 0)) }) : [:],
      chirality: chirality, chiralityConfidence: chirality == nil ? 0 : 0.9, imageWidth: width,
      imageHeight: height)
  }
}

internal import PoseGeometry

extension Keypoint {
  /// The same point of the other side; the point itself when it lies in the middle.
  public var mirrored: Keypoint { Self.mirrorImages[self] ?? self }

  private static let mirrorImages: [Keypoint: Keypoint] = {
    let pairs: [(Keypoint, Keypoint)] = [
      (.leftHip, .rightHip), (.leftKnee, .rightKnee), (.leftAnkle, .rightAnkle),
      (.leftShoulder, .rightShoulder), (.leftElbow, .rightElbow), (.leftWrist, .rightWrist),
      (.leftEye, .rightEye), (.leftEar, .rightEar), (.leftEyeInner, .rightEyeInner),
      (.leftEyeOuter, .rightEyeOuter), (.mouthLeft, .mouthRight), (.leftPinky, .rightPinky),
      (.leftIndex, .rightIndex), (.leftThumb, .rightThumb), (.leftToe, .rightToe),
      (.leftSmallToe, .rightSmallToe), (.leftHeel, .rightHeel),
    ]
    return Dictionary(
      uniqueKeysWithValues: pairs + pairs.map { ($0.1, $0.0) })
  }()
}

extension Pose2D {
  /// The pose in a picture that shows its scene mirrored, as a selfie camera's does, with the sides
  /// called what they are: a detector takes the mirror image of a left hand for a right one.
  ///
  /// Left and right points change names and stay at their pixels, so that they still fit the
  /// picture. World landmarks change names too, and their x its sign: they become those of the
  /// person and no longer of the mirror image. A lifter needs the pixels as well as they are in
  /// the scene: mirror the picture itself for that.
  public func withSidesSwapped() -> Pose2D {
    var pose = self
    pose.points = Dictionary(uniqueKeysWithValues: points.map { ($0.mirrored, $1) })
    pose.worldLandmarks = Dictionary(
      uniqueKeysWithValues: worldLandmarks.map { ($0.mirrored, Vector3(-$1.x, $1.y, $1.z)) })
    return pose
  }
}

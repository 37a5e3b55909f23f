internal import PoseGeometry

extension HandPose {
  /// The hand in a picture that shows its scene mirrored, as a selfie camera's does, called what it
  /// is: left becomes right. The points stay at their pixels; the x of the world landmarks changes
  /// its sign, so that they are those of the hand and no longer of its mirror image.
  public func withSidesSwapped() -> HandPose {
    var hand = self
    hand.chirality = chirality?.mirrored
    hand.worldLandmarks = worldLandmarks.mapValues { Vector3(-$0.x, $0.y, $0.z) }
    return hand
  }
}

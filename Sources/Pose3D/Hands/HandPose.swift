public import PoseGeometry

/// The landmarks of one hand in one picture.
public struct HandPose: Sendable, Equatable {
  /// The landmarks that were found, in pixels of the picture; they may lie outside it. The
  /// confidence is the hand's where the detector has none for each point.
  public var points: [HandJoint: Pose2D.Point]
  /// The landmarks in metres, origin the hand's middle, x right, y down, z away from the camera;
  /// empty when the detector makes no guess.
  public var worldLandmarks: [HandJoint: Vector3]
  /// The side of the person's hand; `nil` when that is not known.
  public var chirality: Chirality?
  /// 0…1, the confidence in `chirality` (handedness); 0 when that is `nil`.
  public var chiralityConfidence: Double
  /// 0…1, the detector's confidence that this is a hand.
  public var confidence: Double
  /// Width in pixels of the picture that the points belong to.
  public var imageWidth: Int
  /// Height in pixels of the picture that the points belong to.
  public var imageHeight: Int
  /// The `id` of the body that the hand belongs to; `nil` when that is not known.
  public var bodyID: Int?

  /// A hand from its landmarks.
  public init(
    points: [HandJoint: Pose2D.Point], worldLandmarks: [HandJoint: Vector3] = [:],
    chirality: Chirality? = nil, chiralityConfidence: Double = 0, confidence: Double = 1,
    imageWidth: Int, imageHeight: Int, bodyID: Int? = nil
  ) {
    self.points = points
    self.worldLandmarks = worldLandmarks
    self.chirality = chirality
    self.chiralityConfidence = chiralityConfidence
    self.confidence = confidence
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    self.bodyID = bodyID
  }
}

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

/// The side of a person's hand, the person's own left or right. The raw value is the name in our
/// files; Vision's raw values are -1 and 1.
public enum Chirality: String, CaseIterable, Sendable {
  case left, right

  /// The other one.
  public var mirrored: Chirality { self == .left ? .right : .left }
}

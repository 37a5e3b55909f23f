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

public import PoseGeometry

/// The 2D keypoints of one person in one picture: any subset of the known points.
public struct Pose2D: Sendable, Equatable {
  /// A keypoint in the picture.
  public struct Point: Sendable, Equatable {
    /// Pixels to the right of the centre of the top-left pixel.
    public var x: Double
    /// Pixels below the centre of the top-left pixel.
    public var y: Double
    /// 0…1, the detector's confidence that the point is visible (BlazePose: visibility).
    public var confidence: Double
    /// 0…1, the detector's confidence that the point is inside the picture; `nil` when it states
    /// none.
    public var presence: Double?
    /// Pixels, one standard deviation along each axis: the spread of the detector's inference
    /// passes over the same person; `nil` if there was one pass, or it isn't known.
    public var sigma: Double?

    /// A keypoint at a pixel.
    public init(
      x: Double, y: Double, confidence: Double, presence: Double? = nil, sigma: Double? = nil
    ) {
      self.x = x
      self.y = y
      self.confidence = confidence
      self.presence = presence
      self.sigma = sigma
    }
  }

  /// The definition of a limb's keypoint, which differs between detectors by a few centimetres. The
  /// raw value is the word in keypoint files.
  public enum Convention: String, CaseIterable, Sendable {
    /// The joint's centre, or not known to be anything else.
    case jointCenters
    /// The point that BlazePose (MediaPipe) marks.
    case blazePose
  }

  /// The keypoints that were found or given.
  public var points: [Keypoint: Point]
  /// Width in pixels of the picture that the points belong to.
  public var imageWidth: Int
  /// Height in pixels of the picture that the points belong to.
  public var imageHeight: Int
  /// 0…1, the detector's confidence that this is a person; 1 when it states none.
  public var confidence: Double
  /// The person's identity as the file or the tracker gave it.
  public var id: Int?
  /// The detector's own 3D guess, kept as evidence: metres, origin mid-hips, x right, y down, z
  /// away from the camera; empty when it makes none.
  public var worldLandmarks: [Keypoint: Vector3]
  /// The convention of the keypoints.
  public var convention: Convention

  /// A pose from its keypoints.
  public init(
    points: [Keypoint: Point], imageWidth: Int, imageHeight: Int, confidence: Double = 1,
    id: Int? = nil, worldLandmarks: [Keypoint: Vector3] = [:],
    convention: Convention = .jointCenters
  ) {
    self.points = points
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    self.confidence = confidence
    self.id = id
    self.worldLandmarks = worldLandmarks
    self.convention = convention
  }
}

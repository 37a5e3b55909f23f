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
  /// The limbs whose left and right points are swapped against those that the detector gave.
  public internal(set) var swappedLimbs: LimbPairs = []

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

extension Pose2D {
  /// A point, also one that follows from others: `neck` is the middle of the shoulders and `root`
  /// that of the hips where the detector gives none of its own, each with the lower confidence of
  /// the two, and with a sigma as if the two were off independently. `nil` when the point is missing.
  public func point(_ keypoint: Keypoint) -> Point? {
    if let point = points[keypoint] { return point }
    switch keypoint {
    case .neck: return middle(.leftShoulder, .rightShoulder)
    case .root: return middle(.leftHip, .rightHip)
    default: return nil
    }
  }

  /// The points in a layout's order, in pixels; `nil` where one is missing, or has no place among
  /// the points that are known here.
  public func points(in layout: KeypointLayout) -> [Point?] {
    layout.points.map { $0.flatMap(point) }
  }

  private func middle(_ left: Keypoint, _ right: Keypoint) -> Point? {
    guard let left = points[left], let right = points[right] else { return nil }
    var presence: Double?
    if let a = left.presence, let b = right.presence { presence = min(a, b) }
    var sigma: Double?
    if let a = left.sigma, let b = right.sigma { sigma = (a * a + b * b).squareRoot() / 2 }
    return Point(
      x: (left.x + right.x) / 2, y: (left.y + right.y) / 2,
      confidence: min(left.confidence, right.confidence), presence: presence, sigma: sigma)
  }
}

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

extension Pose2D.Point {
  /// Vision's normalised place of the point in a picture of this size: x right and y up from the
  /// lower-left corner, 0…1 within the picture, ((x + 0.5)/width, 1 − (y + 0.5)/height) as in
  /// `BodyPose.pointInImage`. The half pixel lies between the corner and the first pixel's centre.
  public func normalized(width: Int, height: Int) -> SIMD2<Double> {
    SIMD2((x + 0.5) / Double(width), 1 - (y + 0.5) / Double(height))
  }

  /// A point at Vision's normalised place in a picture of this size; undoes `normalized`.
  public init(
    normalized: SIMD2<Double>, width: Int, height: Int, confidence: Double,
    presence: Double? = nil
  ) {
    self.init(
      x: normalized.x * Double(width) - 0.5, y: (1 - normalized.y) * Double(height) - 0.5,
      confidence: confidence, presence: presence)
  }
}

/// The bodies and hands in one picture, as they go into a file.
public struct PicturePoses: Sendable, Equatable {
  /// The picture's file, as the user named it.
  public var file: String
  /// Size of the upright picture in pixels.
  public var width, height: Int
  /// The people in it.
  public var people: [Pose2D]
  /// The hands in it; `nil` when hands were not looked for.
  public var hands: [HandPose]?

  /// The finds in a picture.
  public init(
    file: String, width: Int, height: Int, people: [Pose2D], hands: [HandPose]? = nil
  ) {
    self.file = file
    self.width = width
    self.height = height
    self.people = people
    self.hands = hands
  }
}

extension PicturePoses {
  /// The finds in a picture that shows its scene mirrored, with the sides called what they are
  /// (`Pose2D.withSidesSwapped`).
  public func withSidesSwapped() -> PicturePoses {
    var picture = self
    picture.people = people.map { $0.withSidesSwapped() }
    picture.hands = hands?.map { $0.withSidesSwapped() }
    return picture
  }
}

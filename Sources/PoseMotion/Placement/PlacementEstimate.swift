import Kinematics
public import PoseGeometry
import PoseSystem

/// What a camera at a place can measure of an exercise.
public struct PlacementEstimate: Sendable, Equatable {
  /// How the person's movement lies in the image. The raw value is the word in files.
  public enum Framing: String, Sendable {
    /// The whole movement is in the image, with a margin, and large enough.
    case fits
    /// Parts of the movement are outside the image, or within its margin.
    case tooNear
    /// The person is smaller than the detector reliably finds.
    case tooFar
    /// The camera doesn't show the body so that it could be lifted.
    case unseen
  }

  /// An angle of the exercise.
  public struct Angle: Sendable, Equatable {
    /// The name in the catalogue without its side, `KneeFlexion`.
    public var name: String
    /// One standard deviation in radians: the root mean square of both sides at the start of the movement,
    /// halfway and at its turning point.
    public var sigma: Double
    /// The same of the person's left side.
    public var left: Double
    /// The same of the person's right side.
    public var right: Double
    /// The root mean square of both sides at the start, halfway and at the turning point, in radians.
    public var phases: [Double]
    /// Whether a joint of the left side's angle is hidden in most of these postures, so that the angle may be
    /// left out.
    public var isLeftHidden: Bool
    /// The same of the right side.
    public var isRightHidden: Bool
  }

  /// The place of the camera.
  public var placement: CameraPlacement
  /// How the movement lies in the image.
  public var framing: Framing
  /// The person's stature in pixels over the height of the image, at the middle of the movement.
  public var size: Double
  /// The angles, the one that repetitions follow first; empty unless the movement fits.
  public var angles: [Angle]

  /// The followed angle's sigma in radians; `nil` unless the movement fits.
  public var sigma: Double? { angles.first?.sigma }
}

/// A change of the camera's place, or a second camera, with its effect.
public struct PlacementMove: Sendable, Equatable {
  /// The kind of change. The raw value is the word in files.
  public enum Kind: String, CaseIterable, Sendable {
    /// Around the person, at the same distance and height.
    case around
    /// Nearer or farther, in the same direction.
    case distance
    /// Higher or lower.
    case height
    /// Around and nearer or farther at once.
    case place
    /// A second camera of the same kind at the same distance and height.
    case secondCamera
  }

  /// The kind of change.
  public var kind: Kind
  /// The new place; that of the second camera.
  public var placement: CameraPlacement
  /// One standard deviation of the followed angle then, in radians.
  public var sigma: Double
  /// The decrease of that sigma, in radians; `nil` if the present place shows no sigma.
  public var gain: Double?
  /// One standard deviation of the decrease: of the prediction at both places, and of the person's
  /// direction.
  public var gainSigma: Double?
  /// Whether the decrease is clear: at least 1°, and at least twice its own sigma.
  public var isClear: Bool

  /// The turn around the person from another place, in radians, −π to π: to the person's left is positive.
  package func turn(from present: CameraPlacement) -> Double {
    (placement.azimuth - present.azimuth).remainder(dividingBy: 2 * .pi)
  }
  /// The whole degrees of that turn, without its side.
  package func degrees(from present: CameraPlacement) -> Int {
    Int((abs(turn(from: present)) * 180 / .pi).rounded())
  }
}

/// What one camera can measure of an exercise, and what would help.
public struct PlacementAdvice: Sendable, Equatable {
  /// Estimates of places around the person, at one height of the lens.
  public struct Map: Sendable, Equatable {
    /// In metres.
    public var height: Double
    /// Radians, rising.
    public var azimuths: [Double]
    /// Metres, rising.
    public var distances: [Double]
    /// For each distance those of all azimuths.
    public var estimates: [[PlacementEstimate]]
  }

  /// The exercise.
  public var exercise: Exercise
  /// The present place.
  public var present: PlacementEstimate
  /// The best move of each kind that changes anything for the better, the most helpful first.
  public var moves: [PlacementMove]
  /// The places around the person at the present height.
  public var map: Map
  /// The estimates for other heights of the lens, rising.
  public var heights: [PlacementEstimate]
  /// For places of a second camera the followed angle's sigma by both, in radians; `nil` where the second
  /// camera doesn't show the movement.
  public var secondCameras: [(placement: CameraPlacement, sigma: Double?)] {
    get { zip(secondPlacements, secondSigmas).map { ($0, $1) } }
  }
  var secondPlacements: [CameraPlacement]
  var secondSigmas: [Double?]

  /// The move that helps most of those whose effect is clear; `nil` where none is.
  public var best: PlacementMove? { moves.first { $0.isClear && $0.kind != .secondCamera } }
  /// The second camera, where its effect is clear.
  public var bestSecondCamera: PlacementMove? {
    moves.first { $0.isClear && $0.kind == .secondCamera }
  }
}

/// Where a camera stands around a person, by an image of them.
public struct PlacementScene: Sendable {
  /// A number with its uncertainty.
  public struct Value: Sendable, Equatable {
    /// The number.
    public var value: Double
    /// One standard deviation.
    public var sigma: Double

    /// A number with one standard deviation.
    public init(value: Double, sigma: Double) { (self.value, self.sigma) = (value, sigma) }
  }

  /// The direction from the person to the camera around the vertical, in radians: 0 in front of the person,
  /// positive at their left.
  public var azimuth: Value
  /// The horizontal distance from the middle of the person, in metres.
  public var distance: Value
  /// The height of the lens above the floor, in metres.
  public var height: Value
  /// The downward pitch of the camera, in radians; `nil` where the place was stated and not seen.
  public var pitch: Double?
  /// Whether the camera as it is turned shows the whole exercise; `nil` where the place was stated.
  public var framing: PlacementEstimate.Framing?

  /// A camera's place around a person, as it was found or stated.
  public init(
    azimuth: Value, distance: Value, height: Value, pitch: Double? = nil,
    framing: PlacementEstimate.Framing? = nil
  ) {
    (self.azimuth, self.distance, self.height) = (azimuth, distance, height)
    (self.pitch, self.framing) = (pitch, framing)
  }

  /// The camera's place.
  public var placement: CameraPlacement {
    CameraPlacement(azimuth: azimuth.value, distance: distance.value, height: height.value)
  }
}

/// The place of a camera around a person who exercises. The camera is level across and turned towards
/// the person.
public struct CameraPlacement: Sendable, Equatable {
  /// The direction from the person to the camera around the vertical, in radians: 0 in front of the
  /// person, positive at their left, ±π behind.
  public var azimuth: Double
  /// The horizontal distance from the middle of the person's movement, in metres.
  public var distance: Double
  /// The height of the lens above the floor, in metres.
  public var height: Double

  /// A place.
  public init(azimuth: Double, distance: Double, height: Double) {
    (self.azimuth, self.distance, self.height) = (azimuth, distance, height)
  }

  /// The lens in the person's frame (x to the person's left, y up from the floor, z to the front), in
  /// metres.
  public var position: Vector3 {
    Vector3(distance * sin(azimuth), height, distance * cos(azimuth))
  }

  /// The mirror image at the person's other side.
  public var mirrored: CameraPlacement {
    CameraPlacement(azimuth: -azimuth, distance: distance, height: height)
  }

  /// Camera-from-person for a camera here that looks at a point; `nil` if the point is above or below
  /// the lens, or at it.
  func cameraFromPerson(lookingAt point: Vector3) -> RigidTransform? {
    let up = Vector3(0, 1, 0)
    guard let z = (point - position).normalized, let x = z.cross(up).normalized,
      let axes = Rotation(nearestTo: x, z.cross(x), z)
    else { return nil }
    return RigidTransform(rotation: axes, translation: position).inverse
  }
}

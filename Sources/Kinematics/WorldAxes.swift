internal import PoseSystem
public import PoseGeometry

/// The vertical, and the direction from which headings are counted, in the frame of a skeleton's
/// joints.
public struct WorldAxes: Sendable, Equatable, Codable {
  /// The source of the vertical. The raw value is the word in files.
  public enum Source: String, Sendable, Codable {
    /// Gravity was measured.
    case gravity
    /// Estimated from people who stand: their centre of mass is above their feet.
    case posture
    /// Unknown: the camera is taken to be level, up is the picture's.
    case camera
    /// The file's own axes, of which one is declared vertical.
    case file
  }

  /// Against gravity; length 1.
  public let up: Vector3
  /// The horizontal direction in which a person's front points at heading 0; length 1.
  public let front: Vector3
  /// The source of the vertical.
  public let source: Source
  /// One standard deviation of the vertical, in radians: forwards and backwards (a camera's pitch), and sideways (its
  /// roll). 0 where axes are given as they are.
  public private(set) var tiltSigma = TiltSigma(pitch: 0, roll: 0)

  /// The uncertainty of a vertical, in radians.
  public struct TiltSigma: Sendable, Equatable, Codable {
    /// About the horizontal axis across `front`.
    public let pitch: Double
    /// About `front`.
    public let roll: Double

    /// An uncertainty from its parts.
    public init(pitch: Double, roll: Double) { (self.pitch, self.roll) = (pitch, roll) }

    /// The larger of the two.
    public var largest: Double { max(pitch, roll) }
  }

  /// A measured direction is about as sure as the least certain floor that is believed.
  private static let measuredTilt = TiltSigma(pitch: 1 * .pi / 180, roll: 1 * .pi / 180)
  /// The pitch and the roll of any camera, as shares with sigmas in radians about level. Chosen: most are held upright;
  /// many look down on a person, or stand on the floor and look up; some are turned.
  package static let expectedPitch = [
    (share: 2.0 / 3, sigma: 8 * Double.pi / 180), (share: 1.0 / 3, sigma: 20 * Double.pi / 180),
  ]
  package static let expectedRoll = [
    (share: 0.8, sigma: 3 * Double.pi / 180), (share: 0.2, sigma: 12 * Double.pi / 180),
  ]
  /// That of a camera that is taken to be level: all that is expected of one.
  private static let levelTilt = TiltSigma(
    pitch: spread(of: expectedPitch), roll: spread(of: expectedRoll))

  /// One standard deviation of a mixture about 0.
  private static func spread(of parts: [(share: Double, sigma: Double)]) -> Double {
    parts.reduce(0) { $0 + $1.share * $1.sigma * $1.sigma }.squareRoot()
  }

  /// Axes from the direction up and one near the front, of any length; `nil` when one of them has
  /// no length, or the front is vertical.
  public init?(up: Vector3, front: Vector3, source: Source) {
    guard let up = up.normalized, let ahead = front.normalized,
      let level = (ahead - up * ahead.dot(up)).normalized,
      abs(ahead.dot(up)) < 1 - 1e-9
    else { return nil }
    self.up = up
    self.front = level
    self.source = source
  }

  /// The world of a camera's frame (x right, y down, z forward): headings are counted from the
  /// direction towards the camera. With gravity (down, any length) as measured; without, or where the
  /// camera looks along it, the camera is taken to be level. The vertical's sigma is 1° where it is measured, else 13°
  /// in pitch and 6° in roll.
  ///
  /// - Parameters:
  ///   - gravity: down, of any length; `nil` when unknown.
  ///   - sigma: the sigma of `gravity`, where that is known and more than 1°.
  public init(cameraGravity gravity: Vector3?, sigma: TiltSigma? = nil) {
    let towardsCamera = Vector3(0, 0, -1)
    if let gravity, let world = WorldAxes(up: -gravity, front: towardsCamera, source: .gravity) {
      self = world
      tiltSigma = TiltSigma(
        pitch: max(Self.measuredTilt.pitch, sigma?.pitch ?? 0),
        roll: max(Self.measuredTilt.roll, sigma?.roll ?? 0))
    } else {
      (up, front, source) = (Vector3(0, -1, 0), towardsCamera, .camera)
      tiltSigma = Self.levelTilt
    }
  }

  /// The world of a camera's frame (x right, y down, z forward) whose vertical was estimated from people who
  /// stand. Headings are counted from the direction towards the camera.
  ///
  /// - Parameters:
  ///   - pitch: as in `cameraPitch`.
  ///   - roll: as in `cameraRoll`.
  ///   - sigma: one standard deviation of both.
  /// - Precondition: `pitch` is between −π/2 and π/2.
  public init(cameraPitch pitch: Double, roll: Double, sigma: TiltSigma) {
    let down = Vector3(sin(roll) * cos(pitch), cos(roll) * cos(pitch), sin(pitch))
    guard let world = WorldAxes(up: -down, front: Vector3(0, 0, -1), source: .posture) else {
      preconditionFailure("a camera that looks along the vertical has no horizontal front")
    }
    self = world
    tiltSigma = sigma
  }

  /// The downward pitch of a camera whose frame is that of the joints, in radians; negative for up.
  public var cameraPitch: Double { atan2(-up.z, (up.x * up.x + up.y * up.y).squareRoot()) }

  /// The clockwise roll of such a camera about its viewing direction, in radians.
  public var cameraRoll: Double { atan2(-up.x, -up.y) }

  /// The world's axes in the joints' frame: x to the left of who faces along `front`, y up, z along
  /// `front`.
  public var axes: Rotation { Rotation(trusted: up.cross(front), up, front) }
}

extension WorldAxes {
  /// Axes from encoded ones. Throws a `DecodingError` for directions that aren't perpendicular or not of length 1, and
  /// for a sigma that isn't an angle.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    up = try values.decode(Vector3.self, forKey: .up)
    front = try values.decode(Vector3.self, forKey: .front)
    source = try values.decode(Source.self, forKey: .source)
    tiltSigma = try values.decode(TiltSigma.self, forKey: .tiltSigma)
    let tolerance = 1e-9
    guard abs(up.length - 1) < tolerance, abs(front.length - 1) < tolerance,
      abs(up.dot(front)) < tolerance, (0...Double.pi).contains(tiltSigma.pitch),
      (0...Double.pi).contains(tiltSigma.roll)
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "these are no axes of a world"))
    }
  }
}

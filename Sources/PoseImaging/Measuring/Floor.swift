import PoseSystem
internal import PoseGeometry

/// The floor that a depth map shows, and with it the direction of gravity.
///
/// A point x of the camera's frame (x right, y down, z forward, metres) is on the floor where
/// `normal·x + cameraHeight = 0`. Of a map whose unit is not known lengths are in the map's own unit;
/// directions are what they are.
public struct Floor: Sendable, Equatable {
  /// The direction straight up from the floor, of length 1, in the camera's frame.
  public let normal: SIMD3<Double>
  /// The distance of the camera from the floor, in metres.
  public let cameraHeight: Double
  /// The share of the readings, 0…1, that lie on the floor.
  public let share: Double
  /// One standard deviation of those readings' distances from the floor, in metres.
  public let residual: Double
  /// One standard deviation of the direction, in radians, about each of the two level axes.
  public let tiltSigma: Double

  /// The direction of gravity, of length 1, in the camera's frame: down.
  public var gravity: SIMD3<Double> { -normal }

  /// The height above the floor of a point of the camera's frame; metres, negative below.
  public func height(of point: SIMD3<Double>) -> Double { normal.dot(point) + cameraHeight }

  /// The angle between this floor's gravity and the downward direction of another source, such as a
  /// phone's sensor; radians, 0…π.
  public func tilt(from gravity: SIMD3<Double>) -> Double {
    let (a, b) = (self.gravity, gravity / gravity.length)
    // The half angle by atan2: the arc cosine has no accuracy where the two agree.
    let (sum, difference) = (a + b, a - b)
    return 2 * atan2(difference.length, sum.length)
  }

  init(
    normal: SIMD3<Double>, cameraHeight: Double, share: Double, residual: Double, tiltSigma: Double
  ) {
    self.normal = normal
    self.cameraHeight = cameraHeight
    self.share = share
    self.residual = residual
    self.tiltSigma = tiltSigma
  }
}

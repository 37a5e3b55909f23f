#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Pitch, yaw and roll of a rotation, in radians: R = Ry(yaw) · Rx(pitch) · Rz(roll), which is
/// intrinsic Y-X-Z. Of a body upright and facing the camera all three are 0.
public struct EulerAngles: Sendable, Equatable {
  /// About x, −π/2…π/2.
  public var pitch: Double
  /// About y, −π…π.
  public var yaw: Double
  /// About z, −π…π; 0 where the pitch is ±π/2 and only yaw ∓ roll is defined (gimbal lock).
  public var roll: Double

  /// Angles from their three values, in radians.
  public init(pitch: Double, yaw: Double, roll: Double) {
    self.pitch = pitch
    self.yaw = yaw
    self.roll = roll
  }

  /// The angles of a rotation. With r_ij = row i, column j: pitch = asin(−r_23),
  /// yaw = atan2(r_13, r_33), roll = atan2(r_21, r_22). The pitch is taken by atan2, which keeps
  /// full precision near ±π/2, where asin loses half the digits.
  public init(_ rotation: Rotation) {
    let (x, y, z) = (rotation.x, rotation.y, rotation.z)
    let cosine = (z.x * z.x + z.z * z.z).squareRoot()
    pitch = atan2(-z.y, cosine)
    if cosine > 1e-9 {
      yaw = atan2(z.x, z.z)
      roll = atan2(x.y, y.y)
    } else {
      yaw = atan2(-x.z, x.x)
      roll = 0
    }
  }

  /// The rotation of these angles.
  public var rotation: Rotation {
    .about(.y, by: yaw) * .about(.x, by: pitch) * .about(.z, by: roll)
  }
}

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

  /// The angles of a rotation: those of its sequence Y-X-Z.
  public init(_ rotation: Rotation) {
    (yaw, pitch, roll) = EulerSequence.yxz.angles(of: rotation)
  }

  /// The rotation of these angles.
  public var rotation: Rotation { EulerSequence.yxz.rotation(yaw, pitch, roll) }
}

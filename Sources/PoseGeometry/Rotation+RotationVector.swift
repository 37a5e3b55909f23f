import PoseSystem

extension Rotation {
  /// The rotation by `|vector|` radians about the direction of `vector`, right-handed (the
  /// exponential map of so(3)). Below 1e-4 rad sin(θ/2)/θ is taken from its series, whose next term,
  /// θ⁴/3840, is then under the rounding.
  public init(rotationVector vector: Vector3) {
    let angle = vector.length
    let ratio = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(angle / 2) / angle
    self.init(UnitQuaternion(trusted: cos(angle / 2), vector * ratio))
  }

  /// The axis of this rotation times its angle in radians, 0…π (the logarithm). Of a half turn, of
  /// the two axes the one whose first component that is not 0 is positive.
  ///
  /// The angle is 2·atan2(|v|, w) of the quaternion, exact near 0 and near π, where acos of the trace
  /// loses half the digits and the skew part of the matrix vanishes.
  public var rotationVector: Vector3 {
    let q = quaternion
    let length = q.vector.length
    // For small angles atan2(l, w) / l is 1/w to within l²/3, under the rounding below 1e-8.
    let ratio = length < 1e-8 ? 2 / q.w : 2 * atan2(length, q.w) / length
    return q.vector * ratio
  }
}

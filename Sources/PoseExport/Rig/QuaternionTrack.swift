internal import PoseGeometry

/// The turns of one joint over time as quaternions. q and −q are the same turn; of the two the one nearer
/// to the frame's before is taken, so that a program that goes from one to the next takes the short way.
struct QuaternionTrack {
  private var last = SIMD4<Double>(0, 0, 0, 1)

  /// x, y, z and w of the next frame's turn.
  mutating func next(_ turn: Rotation) -> SIMD4<Double> {
    let q = turn.quaternion
    var value = SIMD4(q.vector.x, q.vector.y, q.vector.z, q.w)
    if (value * last).sum() < 0 { value = -value }
    last = value
    return value
  }
}

internal import PoseGeometry

/// Axes from two vectors: p along the first, q along the part of the second across it, r = p × q.
/// The turn of the axes with the vectors, and so an angle's slope through them, is closed-form.
struct TwoVectorFrame {
  let p: Vector3
  let q: Vector3
  let r: Vector3
  private let firstLength: Double
  /// The second vector's part along p.
  private let along: Double
  /// The length of the second vector's part across p.
  private let across: Double

  /// `nil` when the first vector, or the second one's part across it, is shorter than 1 µm.
  init?(_ first: Vector3, _ second: Vector3) {
    let length = first.length
    guard length > BodyFrame.minimumLength else { return nil }
    let p = first / length
    let along = second.dot(p)
    let rest = second - p * along
    let across = rest.length
    guard across > BodyFrame.minimumLength, across.isFinite else { return nil }
    self.p = p
    q = rest / across
    r = p.cross(q)
    firstLength = length
    self.along = along
    self.across = across
  }

  /// The gradients, with respect to the two vectors, of a function whose gradient with respect to a
  /// small turn ω of the axes is `torque`.
  func gradients(torque: Vector3) -> (first: Vector3, second: Vector3) {
    // ω·p = r·δq, ω·q = −r·δp, ω·r = q·δp.
    let (aboutP, aboutQ, aboutR) = (torque.dot(p), torque.dot(q), torque.dot(r))
    return (
      (q * aboutR - r * (aboutQ + aboutP * along / across)) / firstLength,
      r * (aboutP / across)
    )
  }
}

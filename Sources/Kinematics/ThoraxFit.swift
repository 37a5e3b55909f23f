internal import PoseGeometry

/// The thorax: its joints in the person's neutral pose, in the person's own proportions – shoulders
/// to both sides of their centre, spine straight below it – fitted to where they are, by least squares
/// about the shoulders' centre (Kabsch 1976, by LAPACK's singular value decomposition).
///
/// With u = leftShoulder − rightShoulder and v = centerShoulder − spine the fit's matrix is
/// ½|u|u x̂ᵀ + |v|v ŷᵀ: shoulders and spine weigh by the squares of their distances.
struct ThoraxFit {
  let rotation: Rotation
  private let u: Vector3
  private let v: Vector3
  private let breadth: Double
  private let height: Double
  /// The columns of (tr A · I − A)⁻¹, which is symmetric: what a small change of the fit's matrix,
  /// as a torque, turns the fit by. A = m₁Xᵀ + m₂Yᵀ (m: the columns of the matrix, X, Y: the fitted
  /// axes) is symmetric at the optimum.
  private let leverage: (Vector3, Vector3, Vector3)

  /// `nil` when shoulders or spine have no extent, or lie on one line.
  init?(_ p: PerJoint<Vector3>) {
    u = p[.leftShoulder] - p[.rightShoulder]
    v = p[.centerShoulder] - p[.spine]
    let (breadth, height) = (u.length, v.length)
    guard breadth > BodyFrame.minimumLength, height > BodyFrame.minimumLength,
      u.cross(v).length > 1e-6 * breadth * height,
      let rotation = Rotation(nearestTo: u * (breadth / 2), v * height, .zero)
    else { return nil }
    self.rotation = rotation
    self.breadth = breadth
    self.height = height
    let (x, y) = (rotation.x, rotation.y)
    let (m1, m2) = (u * (breadth / 2), v * height)
    let trace = m1.dot(x) + m2.dot(y)
    // Column j of A is m₁ x_j + m₂ y_j.
    func column(_ j: Int) -> Vector3 {
      var column = -(m1 * x[j] + m2 * y[j])
      column[j] += trace
      return column
    }
    let (a, b, c) = (column(0), column(1), column(2))
    let determinant = a.dot(b.cross(c))
    leverage = (b.cross(c) / determinant, c.cross(a) / determinant, a.cross(b) / determinant)
  }

  /// The gradients, with respect to u and v, of a function whose gradient with respect to a small
  /// turn of the thorax is `torque`.
  ///
  /// A change of the columns turns the fit by ω = (tr A · I − A)⁻¹ Σ axis × δm.
  func gradients(torque: Vector3) -> (u: Vector3, v: Vector3) {
    let (x, y) = (rotation.x, rotation.y)
    let lever = leverage.0 * torque.x + leverage.1 * torque.y + leverage.2 * torque.z
    func back(_ gradient: Vector3, _ vector: Vector3, _ length: Double, _ factor: Double) -> Vector3
    {
      // Of factor · |w| w with respect to w.
      factor * (gradient * length + vector * (vector.dot(gradient) / length))
    }
    return (
      back(lever.cross(x), u, breadth, 0.5), back(lever.cross(y), v, height, 1)
    )
  }
}

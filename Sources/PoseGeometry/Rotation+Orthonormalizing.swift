extension Rotation {
  /// The rotation nearest to columns that are a rotation's but for rounding, in the Frobenius norm: the
  /// orthogonal factor of their polar decomposition, by Newton's iteration X ← (X + X⁻ᵀ)/2 (Higham
  /// 1986, "Computing the polar decomposition", SIAM J. Sci. Stat. Comput. 7:1160).
  ///
  /// Returns `nil` for columns that are far from a rotation's: not finite, mirrored, or with a
  /// determinant below a half. For any matrix there is `Rotation(nearestTo:)` of `Kinematics`.
  package init?(orthonormalizing x: Vector3, _ y: Vector3, _ z: Vector3) {
    var (x, y, z) = (x, y, z)
    // Quadratic convergence: from 1e-3 to rounding in three steps. More serve what is farther off.
    for _ in 0..<8 {
      let (a, b, c) = (y.cross(z), z.cross(x), x.cross(y))
      let determinant = x.dot(a)
      guard determinant > 0.5, determinant.isFinite else { return nil }
      let next = ((x + a / determinant) / 2, (y + b / determinant) / 2, (z + c / determinant) / 2)
      let change = (next.0 - x).length + (next.1 - y).length + (next.2 - z).length
      (x, y, z) = next
      if change < 1e-15 { break }
    }
    self.init(trusted: x, y, z)
  }
}

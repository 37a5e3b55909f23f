public import PoseGeometry

extension Rotation {
  /// The rotation nearest to a matrix in the Frobenius norm: `u · diag(1, 1, ±1) · vᵀ` of its
  /// singular value decomposition by LAPACK, the last sign chosen so that the determinant is +1
  /// (Kabsch 1976, Acta Cryst. A32:922; Umeyama 1991, IEEE PAMI 13:376).
  ///
  /// Returns `nil` when the two largest singular values don't determine it: columns of length 0,
  /// all along one line, or not finite.
  public init?(nearestTo x: Vector3, _ y: Vector3, _ z: Vector3) {
    guard (x + y + z).dot(Vector3(1, 1, 1)).isFinite else { return nil }
    let (u, s, v) = LinearAlgebra.singularValues(of: (x, y, z))
    guard s.y > 1e-9 * s.x, s.y > 1e-300 else { return nil }
    let sign = (u.0.cross(u.1).dot(u.2) * v.0.cross(v.1).dot(v.2)) < 0 ? -1.0 : 1.0
    let third = sign * u.2
    // Column k of u · diag · vᵀ is Σ_i u_i (v_i)_k.
    self.init(
      trusted: u.0 * v.0.x + u.1 * v.1.x + third * v.2.x,
      u.0 * v.0.y + u.1 * v.1.y + third * v.2.y,
      u.0 * v.0.z + u.1 * v.1.z + third * v.2.z)
  }

  /// The rotation R that brings `source` nearest to `target` in the least-squares sense,
  /// R · source ≈ target, both taken about their own origin (Kabsch; no translation is fitted).
  ///
  /// Returns `nil` when the points don't determine it (all on one line through the origin). The two
  /// arrays must have the same count.
  public static func fitting(_ source: [Vector3], to target: [Vector3]) -> Rotation? {
    precondition(
      source.count == target.count, "\(source.count) points onto \(target.count)")
    var (x, y, z) = (Vector3.zero, Vector3.zero, Vector3.zero)
    for (from, onto) in zip(source, target) {
      x += onto * from.x
      y += onto * from.y
      z += onto * from.z
    }
    return Rotation(nearestTo: x, y, z)
  }
}

/// A symmetric 3×3 matrix.
package struct SymmetricMatrix3 {
  /// The elements on and above the diagonal.
  package var xx, xy, xz, yy, yz, zz: Double

  /// A matrix from its elements.
  package init(xx: Double, xy: Double, xz: Double, yy: Double, yz: Double, zz: Double) {
    (self.xx, self.xy, self.xz, self.yy, self.yz, self.zz) = (xx, xy, xz, yy, yz, zz)
  }

  /// The inverse by cofactors; `nil` when there is none.
  package var inverse: SymmetricMatrix3? {
    let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy)
    let determinant = xx * a + xy * b + xz * c
    guard determinant > 1e-12 * xx * yy * zz else { return nil }
    return SymmetricMatrix3(
      xx: a / determinant, xy: b / determinant, xz: c / determinant,
      yy: (xx * zz - xz * xz) / determinant, yz: (xy * xz - xx * yz) / determinant,
      zz: (xx * yy - xy * xy) / determinant)
  }

  /// The part of the trace that is across a direction.
  package func levelVariance(of n: SIMD3<Double>) -> Double {
    xx + yy + zz - (n * (self * n)).sum()
  }

  /// The matrix times a vector.
  package static func * (m: SymmetricMatrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
      m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }
}

extension SymmetricMatrix3 {
  /// The limit below which off-diagonal elements are brought, as a share of the diagonal.
  private static let rest = 1e-15

  /// Eigenvalues, and the eigenvectors that belong to them, by Jacobi's rotations (Golub & Van Loan,
  /// Matrix Computations, 8.5): in no order.
  package var eigen: (values: Vector3, vectors: (Vector3, Vector3, Vector3)) {
    // Rows of the matrix, and the vectors in columns, which are turned with it.
    var a = [xx, xy, xz, xy, yy, yz, xz, yz, zz]
    var v = [1.0, 0, 0, 0, 1, 0, 0, 0, 1]
    for _ in 0..<12 {
      var isDiagonal = true
      for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        let off = a[3 * p + q]
        guard abs(off) > Self.rest * (abs(a[4 * p]) + abs(a[4 * q])) else { continue }
        isDiagonal = false
        let theta = (a[4 * q] - a[4 * p]) / (2 * off)
        let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
        let c = 1 / (t * t + 1).squareRoot()
        let s = t * c
        for k in 0..<3 {
          let (x, y) = (a[3 * k + p], a[3 * k + q])
          (a[3 * k + p], a[3 * k + q]) = (c * x - s * y, s * x + c * y)
        }
        for k in 0..<3 {
          let (x, y) = (a[3 * p + k], a[3 * q + k])
          (a[3 * p + k], a[3 * q + k]) = (c * x - s * y, s * x + c * y)
          let (u, w) = (v[3 * k + p], v[3 * k + q])
          (v[3 * k + p], v[3 * k + q]) = (c * u - s * w, s * u + c * w)
        }
      }
      if isDiagonal { break }
    }
    func vector(_ k: Int) -> Vector3 { Vector3(v[k], v[3 + k], v[6 + k]) }
    return (Vector3(a[0], a[4], a[8]), (vector(0), vector(1), vector(2)))
  }

  /// The symmetric matrix whose square this is, eigenvalues below zero taken as zero.
  package var squareRoot: SymmetricMatrix3 {
    if xy == 0, xz == 0, yz == 0 {
      return SymmetricMatrix3(
        diagonal: diagonal.replacing(with: 0, where: diagonal .< 0)
          .squareRoot())
    }
    let (values, vectors) = eigen
    let roots = values.replacing(with: 0, where: values .< 0).squareRoot()
    return SymmetricMatrix3(outer: vectors.0) * roots.x + SymmetricMatrix3(outer: vectors.1)
      * roots.y + SymmetricMatrix3(outer: vectors.2) * roots.z
  }

  /// M·C·Mᵀ: the covariance of what a linear map, or an affine one, makes of a vector.
  package func mapped(_ map: (Vector3) -> Vector3) -> SymmetricMatrix3 {
    let origin = map(.zero)
    // M's columns, then M·C by columns.
    let (mx, my, mz) = (
      map(Vector3(1, 0, 0)) - origin, map(Vector3(0, 1, 0)) - origin, map(Vector3(0, 0, 1)) - origin
    )
    let cx = mx * xx + my * xy + mz * xz
    let cy = mx * xy + my * yy + mz * yz
    let cz = mx * xz + my * yz + mz * zz
    func element(_ i: Int, _ k: Int) -> Double {
      cx[i] * mx[k] + cy[i] * my[k] + cz[i] * mz[k]
    }
    return SymmetricMatrix3(
      xx: element(0, 0), xy: element(0, 1), xz: element(0, 2), yy: element(1, 1),
      yz: element(1, 2), zz: element(2, 2))
  }
}

/// A symmetric 3×3 matrix, such as a covariance.
public struct SymmetricMatrix3: Sendable, Equatable, Hashable, Codable {
  /// The elements on and above the diagonal.
  public var xx, xy, xz, yy, yz, zz: Double

  /// A matrix from its elements.
  @inlinable
  public init(xx: Double, xy: Double, xz: Double, yy: Double, yz: Double, zz: Double) {
    (self.xx, self.xy, self.xz, self.yy, self.yz, self.zz) = (xx, xy, xz, yy, yz, zz)
  }

  /// A diagonal matrix.
  @inlinable
  public init(diagonal d: Vector3) {
    self.init(xx: d.x, xy: 0, xz: 0, yy: d.y, yz: 0, zz: d.z)
  }

  /// The outer product of a vector with itself.
  @inlinable
  public init(outer v: Vector3) {
    self.init(
      xx: v.x * v.x, xy: v.x * v.y, xz: v.x * v.z, yy: v.y * v.y, yz: v.y * v.z, zz: v.z * v.z)
  }

  /// The matrix of zeros.
  public static let zero = SymmetricMatrix3(diagonal: .zero)

  /// The sum of the diagonal.
  @inlinable public var trace: Double { xx + yy + zz }

  /// The diagonal.
  @inlinable public var diagonal: Vector3 { Vector3(xx, yy, zz) }

  /// The elements row by row: xx, xy, xz, yy, yz, zz.
  public var elements: [Double] { [xx, xy, xz, yy, yz, zz] }

  /// The covariance of what is stretched by a factor along a direction of length 1: A·C·Aᵀ with
  /// A = 1 + (factor − 1)·d·dᵀ.
  package func stretched(along d: SIMD3<Double>, by factor: Double) -> SymmetricMatrix3 {
    let more = factor - 1
    let image = self * d
    let along = image.x * d.x + image.y * d.y + image.z * d.z
    // d·imageᵀ + image·dᵀ, as the outer products that make it.
    let mixed =
      SymmetricMatrix3(outer: d + image) + SymmetricMatrix3(outer: d) * -1
      + SymmetricMatrix3(outer: image) * -1
    return self + mixed * more + SymmetricMatrix3(outer: d) * (more * more * along)
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
  @inlinable
  public static func * (m: SymmetricMatrix3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
      m.xz * v.x + m.yz * v.y + m.zz * v.z)
  }

  /// Every element times a factor.
  @inlinable
  public static func * (m: SymmetricMatrix3, factor: Double) -> SymmetricMatrix3 {
    SymmetricMatrix3(
      xx: m.xx * factor, xy: m.xy * factor, xz: m.xz * factor, yy: m.yy * factor,
      yz: m.yz * factor, zz: m.zz * factor)
  }

  /// The sum, element by element.
  @inlinable
  public static func + (a: SymmetricMatrix3, b: SymmetricMatrix3) -> SymmetricMatrix3 {
    SymmetricMatrix3(
      xx: a.xx + b.xx, xy: a.xy + b.xy, xz: a.xz + b.xz, yy: a.yy + b.yy, yz: a.yz + b.yz,
      zz: a.zz + b.zz)
  }

  /// R·M·Rᵀ: the matrix in the frame into which the rotation turns.
  public func rotated(by rotation: Rotation) -> SymmetricMatrix3 {
    // The rows of R are the columns of its inverse.
    let inverse = rotation.inverse
    let (x, y, z) = (inverse.x, inverse.y, inverse.z)
    let (mx, my, mz) = (self * x, self * y, self * z)
    return SymmetricMatrix3(
      xx: (x * mx).sum(), xy: (x * my).sum(), xz: (x * mz).sum(), yy: (y * my).sum(),
      yz: (y * mz).sum(), zz: (z * mz).sum())
  }

  /// D·M·D with a diagonal D: rows and columns times factors.
  @inlinable
  public func scaled(byAxis d: Vector3) -> SymmetricMatrix3 {
    SymmetricMatrix3(
      xx: xx * d.x * d.x, xy: xy * d.x * d.y, xz: xz * d.x * d.z, yy: yy * d.y * d.y,
      yz: yz * d.y * d.z, zz: zz * d.z * d.z)
  }
}

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

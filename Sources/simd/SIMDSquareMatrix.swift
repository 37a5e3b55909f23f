/// A matrix with as many columns as rows. Not Apple's: what simd's square matrices share.
public protocol SIMDSquareMatrix: SIMDMatrix, SIMDAlgebra
where Row == Column, Diagonal == Column, Transpose == Self {
  /// The determinant.
  var determinant: Scalar { get }
}

extension SIMDSquareMatrix {
  /// First the right one, then the left one.
  @inlinable public static func *= (a: inout Self, b: Self) {
    let left = a
    for column in 0..<Row.scalarCount { a[column] = left * b[column] }
  }
}

// MARK: 2 columns

extension SIMDSquareMatrix where Self: SIMDTwoColumnMatrix {
  /// The determinant.
  @inlinable public var determinant: Scalar { self[0, 0] * self[1, 1] - self[1, 0] * self[0, 1] }

  /// The inverse; not a number throughout for a matrix that has none.
  @inlinable public var inverse: Self {
    let first = SIMD2(self[1, 1], -self[0, 1])
    let second = SIMD2(-self[1, 0], self[0, 0])
    return Self(resized(first), resized(second)) * (1 / determinant)
  }
}

// MARK: 3 columns

extension SIMDSquareMatrix where Self: SIMDThreeColumnMatrix {
  /// The determinant.
  @inlinable public var determinant: Scalar { simd_dot(resized(self[0]), crossProduct(1, 2)) }

  /// The inverse; infinite or not a number for a matrix that has none.
  @inlinable public var inverse: Self {
    let cofactors = Self(
      resized(crossProduct(1, 2)), resized(crossProduct(2, 0)), resized(crossProduct(0, 1)))
    return cofactors.transpose * (1 / determinant)
  }

  @inlinable func crossProduct(_ a: Int, _ b: Int) -> SIMD3<Scalar> {
    let (a, b): (SIMD3<Scalar>, SIMD3<Scalar>) = (resized(self[a]), resized(self[b]))
    return simd_cross(a, b)
  }
}

// MARK: 4 columns

extension SIMDSquareMatrix where Self: SIMDFourColumnMatrix {
  /// The determinant.
  @inlinable public var determinant: Scalar {
    // One term at a time: the compiler takes seconds for their sum.
    var sum = minors(0, 1).upper * minors(2, 3).lower
    sum -= minors(0, 2).upper * minors(1, 3).lower
    sum += minors(0, 3).upper * minors(1, 2).lower
    sum += minors(1, 2).upper * minors(0, 3).lower
    sum -= minors(1, 3).upper * minors(0, 2).lower
    sum += minors(2, 3).upper * minors(0, 1).lower
    return sum
  }

  /// The inverse; infinite or not a number for a matrix that has none.
  @inlinable public var inverse: Self {
    let even = SIMD4<Scalar>(1, -1, 1, -1)
    let cofactors = Self(
      cofactors(1, 2, 3, signs: even), cofactors(0, 2, 3, signs: -even),
      cofactors(0, 1, 3, signs: even), cofactors(0, 1, 2, signs: -even))
    return cofactors.transpose * (1 / determinant)
  }

  /// The cofactors of the column beside these three.
  @inlinable func cofactors(
    _ a: Int, _ b: Int, _ c: Int, signs: SIMD4<Scalar>
  ) -> Column {
    let (ab, ac, bc) = (minors(a, b), minors(a, c), minors(b, c))
    func cofactor(_ row: Int, _ bc: Scalar, _ ac: Scalar, _ ab: Scalar) -> Scalar {
      self[a, row] * bc - self[b, row] * ac + self[c, row] * ab
    }
    return resized(
      signs
        * SIMD4(
          cofactor(1, bc.lower, ac.lower, ab.lower), cofactor(0, bc.lower, ac.lower, ab.lower),
          cofactor(3, bc.upper, ac.upper, ab.upper), cofactor(2, bc.upper, ac.upper, ab.upper)))
  }

  /// The 2 × 2 minors of two columns: that of the upper two rows and that of the lower two.
  @inlinable func minors(_ a: Int, _ b: Int) -> (upper: Scalar, lower: Scalar) {
    (
      self[a, 0] * self[b, 1] - self[b, 0] * self[a, 1],
      self[a, 2] * self[b, 3] - self[b, 2] * self[a, 3]
    )
  }
}

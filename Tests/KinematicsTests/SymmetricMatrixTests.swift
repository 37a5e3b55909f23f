import PoseGeometry
import TestSupport
import Testing

/// Covariances as small matrices.
struct SymmetricMatrixTests {
  /// Covariances of all shapes: random ones, isotropic, diagonal, flat, of rank one, tiny.
  private static func samples() -> [SymmetricMatrix3] {
    var random = RandomNumbers(seed: 5)
    func vector() -> Vector3 { random.vector(1) }
    let random3 = (0..<50).map { _ in
      SymmetricMatrix3(outer: vector()) + SymmetricMatrix3(outer: vector()) * 0.3
        + SymmetricMatrix3(outer: vector()) * 0.01
    }
    return random3 + [
      SymmetricMatrix3(diagonal: [4, 4, 4]), SymmetricMatrix3(diagonal: [1e-8, 1, 9]),
      SymmetricMatrix3(outer: [1, 2, -3]), .zero, SymmetricMatrix3(outer: [1e-7, 2e-7, 0]),
      SymmetricMatrix3(xx: 1, xy: 0.5, xz: 0, yy: 1, yz: 0, zz: 1),
    ]
  }

  private static func columns(_ m: SymmetricMatrix3) -> [Vector3] {
    [m * [1, 0, 0], m * [0, 1, 0], m * [0, 0, 1]]
  }

  @Test func `the square root times itself is the matrix`() {
    for matrix in Self.samples() {
      let root = matrix.squareRoot
      for (twice, expected) in zip(Self.columns(root).map { root * $0 }, Self.columns(matrix)) {
        #expect((twice - expected).length < 1e-12 * (1 + matrix.trace))
      }
    }
  }

  @Test func `eigenvectors are turned into themselves, times their eigenvalue`() {
    for matrix in Self.samples() {
      let (values, vectors) = matrix.eigen
      for (axis, vector) in [vectors.0, vectors.1, vectors.2].enumerated() {
        #expect(abs(vector.length - 1) < 1e-12)
        #expect((matrix * vector - vector * values[axis]).length < 1e-12 * (1 + matrix.trace))
      }
      #expect(abs(values.sum() - matrix.trace) < 1e-12 * (1 + matrix.trace))
    }
  }

  @Test func `a covariance goes with its vectors through a linear map`() {
    let rotation = Rotation.about(.z, by: 0.7) * Rotation.about(.x, by: -1.1)
    func map(_ v: Vector3) -> Vector3 { rotation * Vector3(2 * v.x, v.y, -v.z) + [5, 6, 7] }
    for vector in [Vector3(1, 2, 3), [0, 1, -1], [4, 0, 0]] {
      let mapped = SymmetricMatrix3(outer: vector).mapped(map)
      let expected = SymmetricMatrix3(outer: map(vector) - map(.zero))
      for (one, other) in zip(mapped.elements, expected.elements) {
        #expect(abs(one - other) < 1e-12)
      }
    }
  }
}

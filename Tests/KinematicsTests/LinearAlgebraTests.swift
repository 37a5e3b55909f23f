import PoseGeometry
import Kinematics
import TestSupport
import Testing

struct LinearAlgebraTests {
  @Test func `the Cholesky solver solves, and its factor gives the inverse`() throws {
    var generator = RandomNumbers(seed: 3)
    let n = 9
    // AᵀA + I is positive definite.
    let a = (0..<n * n).map { _ in Double.random(in: -1...1, using: &generator) }
    var matrix = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0..<n {
        let dot = (0..<n).reduce(0) { $0 + a[i * n + $1] * a[j * n + $1] }
        matrix[j * n + i] = dot + (i == j ? 1 : 0)
      }
    }
    let expected = (0..<n).map { Double($0) - 3 }
    var x = (0..<n).map { i in (0..<n).reduce(0) { $0 + matrix[$1 * n + i] * expected[$1] } }
    var factor = matrix
    #expect(LinearAlgebra.solvePositiveDefinite(&factor, &x))
    for (value, truth) in zip(x, expected) { #expect(abs(value - truth) < Tolerance.chain) }
    let inverse = try #require(LinearAlgebra.inverse(ofCholeskyFactor: factor, order: n))
    for i in 0..<n {
      for j in 0..<n {
        let sum = (0..<n).reduce(0) {
          $0 + matrix[$1 * n + i] * inverse[min($1, j) * n + max($1, j)]
        }
        #expect(abs(sum - (i == j ? 1 : 0)) < Tolerance.chain)
      }
    }
  }

  @Test(arguments: [(1, 0), (7, 0), (7, 2), (40, 11), (5, 4)])
  func `the band solver solves what the dense one solves`(_ n: Int, _ width: Int) {
    var generator = RandomNumbers(seed: 5)
    var dense = [Double](repeating: 0, count: n * n)
    var band = [Double](repeating: 0, count: n * (width + 1))
    for column in 0..<n {
      for row in column..<min(n, column + width + 1) {
        // Larger on the diagonal than all beside it together.
        let value =
          Double.random(in: -1...1, using: &generator) + (row == column ? Double(2 * width + 2) : 0)
        dense[column * n + row] = value
        band[column * (width + 1) + row - column] = value
      }
    }
    var expected = (0..<n).map { _ in Double.random(in: -1...1, using: &generator) }
    var found = expected
    #expect(LinearAlgebra.solvePositiveDefinite(&dense, &expected))
    #expect(LinearAlgebra.solveBanded(&band, width: width, &found))
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < Tolerance.chain) }
  }

  @Test func `a band matrix that is not positive definite, or holds a NaN, is refused`() {
    for matrix in [[1, 2, 1, 0], [Double.nan, 0, 1, 0]] as [[Double]] {
      var (m, v) = (matrix, [1.0, 1])
      #expect(!LinearAlgebra.solveBanded(&m, width: 1, &v))
    }
  }

  @Test func `a matrix that is not positive definite, or holds a NaN, is refused`() {
    for matrix in [[1, 2, 2, 1], [Double.nan, 0, 0, 1]] as [[Double]] {
      var (m, v) = (matrix, [1.0, 1])
      #expect(!LinearAlgebra.solvePositiveDefinite(&m, &v))
    }
  }
}

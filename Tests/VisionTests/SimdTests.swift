import PoseGeometry
import TestSupport
import Testing
import simd

/// Laws of simd's matrices and quaternions, on random ones.
struct SimdTests {
  private func numbers(seed: UInt64) -> () -> Float {
    var generator = RandomNumbers(seed: seed)
    return { Float.random(in: -2...2, using: &generator) }
  }

  @Test(arguments: UInt64(1)...20)
  func `a matrix times its inverse is the identity`(seed: UInt64) {
    let next = numbers(seed: seed)
    var four = simd_float4x4()
    var three = simd_double3x3()
    var two = simd_float2x2()
    for column in 0..<4 {
      for row in 0..<4 { four[column, row] = next() + (column == row ? 4 : 0) }
    }
    for column in 0..<3 {
      for row in 0..<3 { three[column, row] = Double(next()) + (column == row ? 4 : 0) }
    }
    for column in 0..<2 { for row in 0..<2 { two[column, row] = next() + (column == row ? 4 : 0) } }
    #expect(
      simd_almost_equal_elements(simd_mul(four, four.inverse), matrix_identity_float4x4, 1e-4))
    #expect(simd_almost_equal_elements(three.inverse * three, matrix_identity_double3x3, 1e-9))
    #expect(simd_almost_equal_elements(two * simd_inverse(two), matrix_identity_float2x2, 1e-5))
    #expect(abs(four.determinant * four.inverse.determinant - 1) < 1e-4)
    #expect(abs(simd_determinant(four.transpose) - four.determinant) < 1e-2)
    #expect(simd_transpose(four).transpose == four)
    let vector = SIMD4(next(), next(), next(), next())
    #expect(simd_length(four.inverse * (four * vector) - vector) < 1e-4)
    #expect(simd_length(vector * four - four.transpose * vector) < 1e-5)
  }

  @Test func `columns and rows are where simd has them`() {
    let matrix = simd_float4x4(rows: [
      SIMD4(1, 0, 0, 10), SIMD4(0, 1, 0, 20), SIMD4(0, 0, 1, 30), SIMD4(0, 0, 0, 1),
    ])
    #expect(matrix.columns.3 == SIMD4(10, 20, 30, 1) && matrix[3, 1] == 20 && matrix[3][2] == 30)
    #expect(simd_make_float3(matrix.columns.3) == SIMD3(10, 20, 30))
    #expect(matrix * SIMD4(1, 2, 3, 1) == SIMD4(11, 22, 33, 1))
    #expect(simd_float3x3(diagonal: SIMD3(1, 2, 3)).determinant == 6)
    #expect(simd_float4x3(1).transpose == simd_float3x4(1))
    #expect(simd_float4x3(1) * SIMD4(1, 2, 3, 4) == SIMD3(1, 2, 3))
    #expect(simd_float2x2(1).debugDescription == "simd_float2x2([[1.0, 0.0], [0.0, 1.0]])")
  }

  /// The laws that a type of matrices has to keep; whole numbers, so that every result is exact.
  private func expectLaws<Matrix: SIMDMatrix>(of type: Matrix.Type, seed: UInt64) {
    var generator = RandomNumbers(seed: seed)
    func next() -> Matrix.Scalar { Matrix.Scalar(Int.random(in: -9...9, using: &generator)) }
    let (columns, rows) = (0..<Matrix.Row.scalarCount, 0..<Matrix.Column.scalarCount)
    var (a, b, row, column) = (Matrix(), Matrix(), Matrix.Row(), Matrix.Column())
    for x in columns {
      row[x] = next()
      for y in rows { (a[x, y], b[x, y], column[y]) = (next(), next(), next()) }
    }
    var sum = a
    sum += b
    let (image, coimage) = (a * row, column * a)
    for x in columns {
      #expect(coimage[x] == rows.reduce(0) { $0 + column[$1] * a[x, $1] })
      for y in rows {
        #expect(sum[x, y] == a[x, y] + b[x, y] && (sum - b)[x, y] == a[x, y])
        #expect(a.transpose[y, x] == a[x, y] && (-a)[x, y] == -a[x, y])
        #expect((a * 3)[x, y] == 3 * a[x, y] && simd_mul(2, a) == a + a)
      }
    }
    for y in rows { #expect(image[y] == columns.reduce(0) { $0 + a[$1, y] * row[$1] }) }
    #expect(Matrix(columns.map { a[$0] }) == a && simd_equal(a, a) && a != b)
    #expect(Matrix(rows: rows.map { a.transpose[$0] }) == a)
    #expect(simd_almost_equal_elements(a, a + Matrix(0.5), 0.5))
    #expect(!simd_almost_equal_elements(a, a + Matrix(0.5), 0.25))
    #expect(a.debugDescription.hasPrefix("\(type)([[\(a[0, 0]), "))
  }

  /// The laws that a type of square matrices has to keep besides.
  private func expectSquareLaws<Matrix: SIMDSquareMatrix>(of type: Matrix.Type, seed: UInt64) {
    expectLaws(of: type, seed: seed)
    var generator = RandomNumbers(seed: seed)
    var a = Matrix(6)
    for x in 0..<Matrix.Row.scalarCount {
      for y in 0..<Matrix.Row.scalarCount {
        a[x, y] += Matrix.Scalar(Int.random(in: -2...2, using: &generator))
      }
    }
    #expect(simd_almost_equal_elements(a * a.inverse, Matrix(1), 1e-4))
    #expect(simd_almost_equal_elements(simd_inverse(a) * a, Matrix(1), 1e-4))
    #expect(abs(a.determinant * a.inverse.determinant - 1) < 1e-4)
  }

  @Test(arguments: UInt64(1)...5)
  func `matrices keep their laws in every size and precision`(seed: UInt64) {
    expectSquareLaws(of: simd_float2x2.self, seed: seed)
    expectSquareLaws(of: simd_float3x3.self, seed: seed)
    expectSquareLaws(of: simd_float4x4.self, seed: seed)
    expectSquareLaws(of: simd_double2x2.self, seed: seed)
    expectSquareLaws(of: simd_double3x3.self, seed: seed)
    expectSquareLaws(of: simd_double4x4.self, seed: seed)
    expectLaws(of: simd_float3x4.self, seed: seed)
    expectLaws(of: simd_float4x3.self, seed: seed)
    expectLaws(of: simd_double3x4.self, seed: seed)
    expectLaws(of: simd_double4x3.self, seed: seed)
  }

  @Test(arguments: UInt64(1)...20)
  func `a quaternion and its matrix turn alike`(seed: UInt64) {
    let next = numbers(seed: seed)
    let axis = simd_normalize(SIMD3(next(), next(), next()))
    let rotation = simd_quatf(angle: next() * 1.5, axis: axis)
    let vector = SIMD3(next(), next(), next())
    let turned = rotation.act(vector)
    #expect(abs(simd_length(turned) - simd_length(vector)) < 1e-5)
    #expect(simd_distance(simd_float3x3(rotation) * vector, turned) < 1e-5)
    let again = simd_quatf(simd_float4x4(rotation))
    #expect(abs(abs(simd_dot(again, rotation)) - 1) < 1e-5)
    #expect(simd_distance(rotation.inverse.act(turned), vector) < 1e-5)
    let other = simd_quatf(angle: next(), axis: SIMD3(0, 1, 0))
    #expect(simd_distance((rotation * other).act(vector), rotation.act(other.act(vector))) < 1e-5)
    let to = simd_normalize(SIMD3(next(), next(), next()))
    #expect(simd_distance(simd_quatf(from: axis, to: to).act(axis), to) < 1e-4)
    #expect(abs(abs(simd_dot(simd_slerp(rotation, other, 1), other)) - 1) < 1e-5)
    #expect(abs(abs(simd_dot(simd_slerp(rotation, other, 0), rotation)) - 1) < 1e-5)
  }

  @Test func `half a turn between opposite directions is a turn`() {
    let turn = simd_quatf(from: SIMD3(0, 1, 0), to: SIMD3(0, -1, 0))
    #expect(simd_distance(turn.act(SIMD3(0, 1, 0)), SIMD3(0, -1, 0)) < 1e-6)
    #expect(abs(turn.angle - .pi) < 1e-6)
  }

  @Test func `functions of vectors have simd's values`() {
    let (a, b) = (SIMD3<Float>(1, 2, 2), SIMD3<Float>(0, 0, -1))
    #expect(simd_length(a) == 3 && length(a) == 3 && simd_length_squared(a) == 9)
    #expect(
      simd_dot(a, b) == -2 && simd_cross(SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0)) == SIMD3(0, 0, 1))
    #expect(normalize(a) == a / 3 && simd_distance(a, b) == Float(14).squareRoot())
    #expect(simd_mix(a, b, 0.5) == SIMD3(0.5, 1, 0.5) && mix(a, b, t: 0) == a)
    #expect(simd_min(a, b) == SIMD3(0, 0, -1) && simd_max(a, b) == a)
    #expect(simd_clamp(a, SIMD3(repeating: 0), SIMD3(repeating: 1)) == SIMD3(1, 1, 1))
    #expect(simd_abs(b) == SIMD3(0, 0, 1) && sign(b) == SIMD3(0, 0, -1))
    #expect(reflect(SIMD2<Float>(1, -1), n: SIMD2(0, 1)) == SIMD2(1, 1))
    #expect(simd_project(a, SIMD3(0, 0, 2)) == SIMD3(0, 0, 2))
    #expect(simd_make_float4(a, 1) == SIMD4(1, 2, 2, 1) && simd_make_double2(1, 2) == SIMD2(1, 2))
  }
}

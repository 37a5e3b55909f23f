internal import Kinematics

/// The normal equations of a weighted linear problem over three unknowns: a translation, a plane.
struct ThreeUnknowns {
  /// The matrix's columns, and the right-hand side.
  private var x = SIMD3<Double>.zero
  private var y = SIMD3<Double>.zero
  private var z = SIMD3<Double>.zero
  private var vector = SIMD3<Double>.zero

  /// Adds the weighted equation row · unknowns = value.
  mutating func add(_ row: SIMD3<Double>, _ value: Double, weight: Double) {
    let weighted = weight * row
    x += weighted * row.x
    y += weighted * row.y
    z += weighted * row.z
    vector += weighted * value
  }

  /// The unknowns; one that no equation has is zero. `nil` when there is no solution.
  func solution() -> SIMD3<Double>? {
    var matrix = [x, y, z].flatMap { [$0.x, $0.y, $0.z] }
    for index in 0..<3 { matrix[4 * index] += 1e-9 }
    var vector = [vector.x, vector.y, vector.z]
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &vector) else { return nil }
    return SIMD3(vector[0], vector[1], vector[2])
  }
}

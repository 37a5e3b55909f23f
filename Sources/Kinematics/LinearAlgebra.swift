internal import CLAPACKE
public import PoseGeometry

/// The dense linear algebra that the project needs, on LAPACKE and OpenBLAS.
///
/// OpenBLAS is limited to one thread: at these sizes more threads are slower, and the same sums in
/// the same order give the same bytes whatever the machine's load. Parallelism comes from working
/// on several people and images at once. The libraries are loaded on first use.
package enum LinearAlgebra {
  /// The reason why this machine has no linear algebra (no memory, no library), as a sentence;
  /// `nil` if it has. Reading it loads the libraries. A computation without this check ends the
  /// process with the sentence.
  package static let problem = lapacke_load().map { String(cString: $0) }

  /// Takes the OpenBLAS with LAPACKE in this file instead of the system's libraries. Of no effect once
  /// those are loaded; to be called before any other thread computes.
  package static func prefer(library path: String) { lapacke_prefer(path) }

  private static func load() {
    if let problem { fatalError(problem) }
  }

  /// OpenBLAS' own description of its version and kernels, for diagnosis.
  package static var libraryDescription: String {
    load()
    return String(cString: lapacke_openblas_config())
  }

  /// Solves `matrix · x = rightHandSide` for a symmetric positive definite matrix (`dposv`).
  ///
  /// - Parameters:
  ///   - matrix: n × n, column-major; only the lower triangle is read. Holds its Cholesky factor
  ///     afterwards, for `inverse(ofCholeskyFactor:)`.
  ///   - vector: n right-hand sides; holds the solution afterwards.
  /// - Returns: `false` when the matrix is not positive definite or holds a NaN; the arguments are
  ///   then of no use.
  package static func solvePositiveDefinite(
    _ matrix: inout [Double], _ vector: inout [Double]
  ) -> Bool {
    let n = vector.count
    precondition(matrix.count == n * n, "\(matrix.count) elements for a \(n)×\(n) matrix")
    return solvePositiveDefinite(&matrix, &vector, order: n)
  }

  /// The same in memory of the caller's, n × n and n numbers, without an allocation.
  package static func solvePositiveDefinite(
    _ matrix: UnsafeMutablePointer<Double>, _ vector: UnsafeMutablePointer<Double>, order n: Int
  ) -> Bool {
    load()
    // A NaN in the matrix, which not every LAPACK stops at, is in the solution then.
    return lapacke_dposv(lower, Int32(n), 1, matrix, Int32(n), vector, Int32(n)) == 0
      && (0..<n).allSatisfy { !vector[$0].isNaN }
  }

  /// Solves `matrix · x = rightHandSide` for a symmetric positive definite band matrix (`dpbsv`).
  ///
  /// - Parameters:
  ///   - band: its diagonal and the `width` diagonals below it: `width + 1` numbers a column, the diagonal's
  ///     first. Holds the Cholesky factor in the same places afterwards.
  ///   - vectors: the right-hand sides, one after the other; holds the solutions afterwards.
  ///   - columns: the number of right-hand sides.
  /// - Returns: `false` when the matrix is not positive definite or holds a NaN; the arguments are
  ///   then of no use.
  package static func solveBanded(
    _ band: inout [Double], width: Int, _ vectors: inout [Double], columns: Int = 1
  ) -> Bool {
    load()
    precondition(
      columns > 0 && vectors.count % columns == 0,
      "\(vectors.count) elements for \(columns) right-hand sides")
    let n = vectors.count / columns
    precondition(
      width >= 0 && band.count == (width + 1) * n,
      "\(band.count) elements for \(width + 1) diagonals of \(n)")
    let info = lapacke_dpbsv(
      lower, Int32(n), Int32(width), Int32(columns), &band, Int32(width + 1), &vectors, Int32(n))
    return info == 0 && !vectors.contains { $0.isNaN }
  }

  /// The inverse of a symmetric positive definite matrix from the Cholesky factor that
  /// `solvePositiveDefinite` left (`dpotri`): n × n, column-major, lower triangle only; `nil` when
  /// the factor is singular.
  package static func inverse(ofCholeskyFactor factor: [Double], order n: Int) -> [Double]? {
    load()
    precondition(factor.count == n * n, "\(factor.count) elements for a \(n)×\(n) matrix")
    var inverse = factor
    let info = lapacke_dpotri(lower, Int32(n), &inverse, Int32(n))
    return info == 0 ? inverse : nil
  }

  /// The inverse of a symmetric positive definite matrix, n × n, all of it; `nil` when it isn't one.
  package static func inverse(ofPositiveDefinite matrix: [Double], order n: Int) -> [Double]? {
    var factor = matrix
    var unused = [Double](repeating: 0, count: n)
    guard solvePositiveDefinite(&factor, &unused),
      var inverse = inverse(ofCholeskyFactor: factor, order: n)
    else { return nil }
    for i in 0..<n { for j in 0..<i { inverse[i * n + j] = inverse[j * n + i] } }
    return inverse
  }

  /// The singular value decomposition `m = u · diag(s) · vᵀ` of a 3 × 3 matrix (`dgesdd`), given
  /// and returned as columns; singular values in descending order. A matrix that holds a NaN is the
  /// caller's bug.
  static func singularValues(
    of columns: (Vector3, Vector3, Vector3)
  ) -> (u: (Vector3, Vector3, Vector3), s: Vector3, v: (Vector3, Vector3, Vector3)) {
    load()
    // m, u and vᵀ by columns, s, and dgesdd's workspace, in one piece on the stack.
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 30 + workspace) { memory in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 24) { integers in
        memory.initialize(repeating: 0)
        integers.initialize(repeating: 0)
        guard let m = memory.baseAddress, let whole = integers.baseAddress else {
          preconditionFailure("an allocation of 30 numbers has an address")
        }
        let (u, vt, s, work) = (m + 9, m + 18, m + 27, m + 30)
        for (k, column) in [columns.0, columns.1, columns.2].enumerated() {
          (m[3 * k], m[3 * k + 1], m[3 * k + 2]) = (column.x, column.y, column.z)
        }
        let info = lapacke_dgesdd(
          CChar(UInt8(ascii: "A")), 3, 3, m, 3, s, u, 3, vt, 3, work, Int32(workspace), whole)
        precondition(info == 0, "dgesdd returned \(info) for \(columns)")
        func column(_ k: Int) -> Vector3 { Vector3(u[3 * k], u[3 * k + 1], u[3 * k + 2]) }
        // Rows of vᵀ are the columns of v.
        func row(_ k: Int) -> Vector3 { Vector3(vt[k], vt[k + 3], vt[k + 6]) }
        return (
          (column(0), column(1), column(2)), Vector3(s[0], s[1], s[2]), (row(0), row(1), row(2))
        )
      }
    }
  }

  /// The size of dgesdd's workspace. At 3 × 3 and JOBZ = A it requires 4·3² + 7·3 = 57 numbers at
  /// least; more lets it choose blocks.
  private static let workspace = 256

  private static let lower = CChar(UInt8(ascii: "L"))
}

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

internal import CLAPACKE
internal import COpenBLAS

/// The dense linear algebra that the project needs, on LAPACKE and OpenBLAS.
///
/// OpenBLAS is held to one thread: at these sizes more threads are slower, and the same sums in
/// the same order give the same bytes whatever the machine is doing. Whoever wants parallelism has
/// it over people and pictures.
public enum LinearAlgebra {
  private static let singleThreaded: Void = openblas_set_num_threads(1)

  /// OpenBLAS' own description of its version and kernels, for diagnosis.
  public static var libraryDescription: String {
    guard let text = openblas_get_config() else { return "OpenBLAS" }
    return String(cString: text)
  }

  /// Solves `matrix · x = rightHandSide` for a symmetric positive definite matrix (`dposv`).
  ///
  /// - Parameters:
  ///   - matrix: n × n, column-major; only the lower triangle is read. Holds its Cholesky factor
  ///     afterwards, for `inverse(ofCholeskyFactor:)`.
  ///   - vector: n right-hand sides; holds the solution afterwards.
  /// - Returns: `false` when the matrix is not positive definite or holds a NaN; the arguments are
  ///   then of no use.
  public static func solvePositiveDefinite(
    _ matrix: inout [Double], _ vector: inout [Double]
  ) -> Bool {
    singleThreaded
    let n = vector.count
    precondition(matrix.count == n * n, "\(matrix.count) elements for a \(n)×\(n) matrix")
    return LAPACKE_dposv(
      LAPACK_COL_MAJOR, lower, Int32(n), 1, &matrix, Int32(n), &vector, Int32(n))
      == 0
  }

  /// The inverse of a symmetric positive definite matrix from the Cholesky factor that
  /// `solvePositiveDefinite` left (`dpotri`): n × n, column-major, lower triangle only; `nil` when
  /// the factor is singular.
  public static func inverse(ofCholeskyFactor factor: [Double], order n: Int) -> [Double]? {
    singleThreaded
    precondition(factor.count == n * n, "\(factor.count) elements for a \(n)×\(n) matrix")
    var inverse = factor
    let info = LAPACKE_dpotri(
      LAPACK_COL_MAJOR, lower, Int32(n), &inverse, Int32(n))
    return info == 0 ? inverse : nil
  }

  /// `c += a · b` in single precision (`sgemm`), all three row-major: `a` is rows × inner, `b` is
  /// inner × columns, `c` is rows × columns.
  public static func multiplyAdd(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into c: UnsafeMutablePointer<Float>,
    rows: Int, inner: Int, columns: Int
  ) {
    singleThreaded
    cblas_sgemm(
      CblasRowMajor, CblasNoTrans, CblasNoTrans,
      Int32(rows), Int32(columns), Int32(inner),
      1, a, Int32(inner), b, Int32(columns), 1, c, Int32(columns))
  }

  /// The singular value decomposition `m = u · diag(s) · vᵀ` of a 3 × 3 matrix (`dgesdd`), given
  /// and returned as columns; singular values in descending order. A matrix that holds a NaN is the
  /// caller's bug.
  static func singularValues(
    of columns: (Vector3, Vector3, Vector3)
  ) -> (u: (Vector3, Vector3, Vector3), s: Vector3, v: (Vector3, Vector3, Vector3)) {
    singleThreaded
    var m = [columns.0, columns.1, columns.2].flatMap { [$0.x, $0.y, $0.z] }
    var s = [Double](repeating: 0, count: 3)
    var u = [Double](repeating: 0, count: 9)
    var vt = [Double](repeating: 0, count: 9)
    let info = LAPACKE_dgesdd(
      LAPACK_COL_MAJOR, CChar(UInt8(ascii: "A")), 3, 3, &m, 3, &s, &u, 3, &vt, 3)
    precondition(info == 0, "dgesdd returned \(info) for \(columns)")
    return (
      (Vector3(u[0], u[1], u[2]), Vector3(u[3], u[4], u[5]), Vector3(u[6], u[7], u[8])),
      Vector3(s[0], s[1], s[2]),
      // Rows of vᵀ are the columns of v.
      (Vector3(vt[0], vt[3], vt[6]), Vector3(vt[1], vt[4], vt[7]), Vector3(vt[2], vt[5], vt[8]))
    )
  }

  private static let lower = CChar(UInt8(ascii: "L"))
}

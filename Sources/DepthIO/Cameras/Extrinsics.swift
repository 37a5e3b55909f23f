/// Where one camera stands relative to another: the rigid motion that takes a point from the one's
/// frame to the other's. A value called `colorFromDepth` takes points of the depth camera to the
/// colour camera. Metres; both frames x right, y down, z forward.
public struct Extrinsics: Sendable, Equatable {
  /// The 4×4 matrix that acts on column vectors, column by column.
  public let columnMajor: [Double]

  /// A motion from 16 numbers, column by column; `nil` unless the last row is 0 0 0 1 and the
  /// rotation part is orthonormal and no mirroring, to 1e-3.
  public init?(columnMajor numbers: [Double]) {
    guard numbers.count == 16, numbers.allSatisfy(\.isFinite) else { return nil }
    guard [numbers[3], numbers[7], numbers[11], numbers[15]] == [0, 0, 0, 1] else { return nil }
    let columns = (0..<3).map { SIMD3(numbers[4 * $0], numbers[4 * $0 + 1], numbers[4 * $0 + 2]) }
    for (i, a) in columns.enumerated() {
      for (j, b) in columns.enumerated() {
        guard abs((a * b).sum() - (i == j ? 1 : 0)) < 1e-3 else { return nil }
      }
    }
    let (x, y, z) = (columns[0], columns[1], columns[2])
    let normal = SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
    guard (normal * z).sum() > 0 else { return nil }
    columnMajor = numbers
  }

  /// No motion: both cameras are in the same place.
  public static let identity = Extrinsics(
    unchecked: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  init(unchecked numbers: [Double]) { columnMajor = numbers }

  /// The point in the other frame.
  public func callAsFunction(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let m = columnMajor
    let x = SIMD3(m[0], m[1], m[2]) * point.x
    let y = SIMD3(m[4], m[5], m[6]) * point.y
    let z = SIMD3(m[8], m[9], m[10]) * point.z
    return x + y + z + translation
  }

  /// The depth camera's place in the colour camera's frame, for a `colorFromDepth`; metres.
  public var translation: SIMD3<Double> {
    SIMD3(columnMajor[12], columnMajor[13], columnMajor[14])
  }
}

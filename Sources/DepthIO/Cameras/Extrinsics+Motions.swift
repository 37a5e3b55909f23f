#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Extrinsics {
  /// A motion from the nine numbers of a rotation, row by row, and a translation in metres; `nil`
  /// unless the rotation is orthonormal and no mirroring, to 1e-3.
  public init?(rotationRowMajor r: [Double], translation t: SIMD3<Double>) {
    guard r.count == 9 else { return nil }
    self.init(columnMajor: [
      r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, t.x, t.y, t.z, 1,
    ])
  }

  /// A motion from a rotation vector, whose direction is the axis and whose length is the angle in
  /// radians (Rodrigues' formula, OpenCV's `rvec`), and a translation in metres.
  public init(rotationVector: SIMD3<Double>, translation t: SIMD3<Double>) {
    let angle = (rotationVector * rotationVector).sum().squareRoot()
    // sin θ/θ and (1 − cos θ)/θ²; below 1e-4 the series is exact to 1e-17.
    let isSmall = angle < 1e-4
    let half = sin(angle / 2)
    let a = isSmall ? 1 - angle * angle / 6 : sin(angle) / angle
    let b = isSmall ? 0.5 - angle * angle / 24 : 2 * half * half / (angle * angle)
    let (x, y, z) = (rotationVector.x, rotationVector.y, rotationVector.z)
    self.init(unchecked: [
      1 - b * (y * y + z * z), b * x * y + a * z, b * x * z - a * y, 0,
      b * x * y - a * z, 1 - b * (x * x + z * z), b * y * z + a * x, 0,
      b * x * z + a * y, b * y * z - a * x, 1 - b * (x * x + y * y), 0,
      t.x, t.y, t.z, 1,
    ])
  }

  /// The motion back: `depthFromColor` of a `colorFromDepth`.
  public var inverse: Extrinsics {
    let m = columnMajor
    let rows = (0..<3).map { SIMD3(m[4 * $0], m[4 * $0 + 1], m[4 * $0 + 2]) }
    let back = rows.map { -($0 * translation).sum() }
    return Extrinsics(unchecked: [
      m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0,
      back[0], back[1], back[2], 1,
    ])
  }

  /// One motion after another, the right one first: `aFromB * bFromC` is `aFromC`.
  public static func * (aFromB: Extrinsics, bFromC: Extrinsics) -> Extrinsics {
    var numbers: [Double] = []
    for column in 0..<4 {
      let start = 4 * column
      let m = bFromC.columnMajor
      let moved = aFromB(SIMD3(m[start], m[start + 1], m[start + 2]))
      // A column of the rotation is a direction, which a translation leaves alone.
      let result = column < 3 ? moved - aFromB.translation : moved
      numbers += [result.x, result.y, result.z, column < 3 ? 0 : 1]
    }
    return Extrinsics(unchecked: numbers)
  }
}

internal import Kinematics
internal import PoseGeometry

/// A homography: a plane's points to the pixels or rays at which a pinhole camera shows them.
struct PlaneMap: Sendable, Equatable {
  /// The rows of the matrix, times the normalisations.
  let rows: (Vector3, Vector3, Vector3)

  static func == (a: Self, b: Self) -> Bool { a.rows == b.rows }

  /// The homography of pairs by linear least squares, with coordinates normalised first (Hartley and
  /// Zisserman 2004, 4.4).
  ///
  /// - Returns: `nil` for fewer than four pairs, and where they lie on a line.
  init?(_ pairs: [(plane: SIMD2<Double>, image: SIMD2<Double>)]) {
    guard pairs.count >= 4, let plane = Scale(pairs.map(\.plane)),
      let image = Scale(pairs.map(\.image))
    else { return nil }
    var matrix = [Double](repeating: 0, count: 64)
    var side = [Double](repeating: 0, count: 8)
    for pair in pairs {
      let (p, q) = (plane.applied(to: pair.plane), image.applied(to: pair.image))
      let first = [p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y]
      let second = [0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y]
      for (row, value) in [(first, q.x), (second, q.y)] {
        for i in 0..<8 {
          side[i] += row[i] * value
          for j in 0..<8 { matrix[8 * j + i] += row[i] * row[j] }
        }
      }
    }
    for i in 0..<8 { matrix[9 * i] *= 1 + 1e-13 }
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &side), side.allSatisfy(\.isFinite) else {
      return nil
    }
    // The image's normalisation undone from the left, the plane's from the right.
    let h = [
      Vector3(side[0], side[1], side[2]), Vector3(side[3], side[4], side[5]),
      Vector3(side[6], side[7], 1),
    ]
    func right(_ row: Vector3) -> Vector3 {
      Vector3(
        row.x * plane.factor, row.y * plane.factor,
        row.z - plane.factor * (row.x * plane.centre.x + row.y * plane.centre.y))
    }
    let last = right(h[2])
    rows = (
      right(h[0]) / image.factor + last * image.centre.x,
      right(h[1]) / image.factor + last * image.centre.y, last
    )
  }

  /// The image of a point; not finite for one on the horizon.
  func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
    let p = Vector3(point.x, point.y, 1)
    return SIMD2(rows.0.dot(p), rows.1.dot(p)) / rows.2.dot(p)
  }

  /// The columns of the matrix.
  var columns: (Vector3, Vector3, Vector3) {
    (
      Vector3(rows.0.x, rows.1.x, rows.2.x), Vector3(rows.0.y, rows.1.y, rows.2.y),
      Vector3(rows.0.z, rows.1.z, rows.2.z)
    )
  }

  /// The pose of a plane from its homography to rays x/z, y/z: into the camera's frame from the plane's,
  /// whose z is x × y (Zhang 2000, 3.1). `nil` where the columns give none.
  var cameraFromPlane: RigidTransform? {
    let (a, b, c) = columns
    let length = (a.length + b.length) / 2
    guard length > 1e-12, length.isFinite else { return nil }
    let scale = (c.z < 0 ? -1 : 1) / length
    let (x, y) = (a * scale, b * scale)
    guard let rotation = Rotation(nearestTo: x, y, x.cross(y)) else { return nil }
    return RigidTransform(rotation: rotation, translation: c * scale)
  }

  private struct Scale {
    var centre: SIMD2<Double>
    var factor: Double

    init?(_ points: [SIMD2<Double>]) {
      let mean = points.reduce(SIMD2.zero, +) / Double(points.count)
      let spread = points.reduce(0) { $0 + $1.distance(to: mean) } / Double(points.count)
      guard spread > 1e-12, spread.isFinite else { return nil }
      (centre, factor) = (mean, 2.0.squareRoot() / spread)
    }

    func applied(to point: SIMD2<Double>) -> SIMD2<Double> { (point - centre) * factor }
  }
}

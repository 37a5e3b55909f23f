/// A half-line, as a camera looks along it. In metres.
package struct Ray: Sendable, Equatable {
  /// The start of the half-line.
  package var origin: Vector3
  /// The direction of the half-line, a unit vector.
  package let direction: Vector3

  /// A ray; `nil` where the direction has no length.
  package init?(origin: Vector3, along direction: Vector3) {
    guard let unit = direction.normalized else { return nil }
    (self.origin, self.direction) = (origin, unit)
  }

  /// The ray of a pixel in the frame in which its camera stands.
  ///
  /// - Parameters:
  ///   - normalized: the pixel as x/z and y/z, without distortion.
  ///   - cameraFromFrame: into the camera's frame.
  /// - Returns: `nil` where the numbers aren't finite.
  package init?(normalized: SIMD2<Double>, cameraFromFrame: RigidTransform) {
    guard normalized.x.isFinite, normalized.y.isFinite else { return nil }
    let frameFromCamera = cameraFromFrame.inverse
    self.init(
      origin: frameFromCamera.translation,
      along: frameFromCamera.rotation * Vector3(normalized.x, normalized.y, 1))
  }

  /// The place at a distance from the origin.
  package func point(at distance: Double) -> Vector3 { origin + direction * distance }

  /// Rays count as parallel below this squared sine of the angle between them: 0.06°.
  private static let parallel = 1e-6

  /// The nearest points of two rays' lines, as distances from the origins along the rays; negative
  /// behind an origin.
  ///
  /// - Returns: `nil` for parallel rays.
  package func nearest(to other: Ray) -> (along: Double, alongOther: Double)? {
    let normal = direction.cross(other.direction)
    let square = normal.dot(normal)
    guard square > Self.parallel else { return nil }
    let offset = other.origin - origin
    return (
      offset.cross(other.direction).dot(normal) / square,
      offset.cross(direction).dot(normal) / square
    )
  }

  /// The place in the middle between two rays where they are nearest, and how far they are apart there.
  ///
  /// - Returns: `nil` for parallel rays, and where that isn't before both origins.
  package func triangulated(with other: Ray) -> (place: Vector3, distance: Double)? {
    guard let (own, others) = nearest(to: other), own > 0, others > 0 else { return nil }
    let (a, b) = (point(at: own), other.point(at: others))
    return ((a + b) / 2, (a - b).length)
  }

  /// The distance between two rays' lines; parallel lines are as far apart everywhere.
  package func distance(toLineOf other: Ray) -> Double {
    guard let (own, others) = nearest(to: other) else {
      return (other.origin - origin).cross(direction).length
    }
    return (point(at: own) - other.point(at: others)).length
  }

  /// The place whose squared distances from the rays' lines have the smallest sum.
  ///
  /// - Returns: `nil` for fewer than two rays, and for parallel ones.
  package static func nearestPlace(to rays: [Ray]) -> Vector3? {
    guard rays.count > 1 else { return nil }
    var (matrix, side) = (SymmetricMatrix3.zero, Vector3.zero)
    for ray in rays {
      let across =
        SymmetricMatrix3(diagonal: Vector3(1, 1, 1)) + SymmetricMatrix3(outer: ray.direction) * -1
      matrix = matrix + across
      side += across * ray.origin
    }
    return matrix.inverse.map { $0 * side }
  }
}

import PoseGeometry
import TestSupport
import Testing

/// The largest differences that tests allow, in one place.
enum Tolerance {
  /// A few rounding errors.
  static let rounding = 1e-12
  /// Positions through a chain of transforms, in metres, and angles in radians.
  static let chain = 1e-9
}

extension RandomNumbers {
  /// A vector whose elements are spread by so much.
  mutating func vector(_ sigma: Double) -> Vector3 {
    let (x, y, z) = (normal(), normal(), normal())
    return sigma * Vector3(x, y, z)
  }
}

extension Rotation {
  /// A rotation from three random angles.
  static func random(using generator: inout RandomNumbers) -> Rotation {
    let angle = { (limit: Double, generator: inout RandomNumbers) in
      Double.random(in: -limit...limit, using: &generator)
    }
    return about(.y, by: angle(.pi, &generator)) * about(.x, by: angle(.pi, &generator))
      * about(.z, by: angle(.pi, &generator))
  }
}

/// The largest difference of two rotations' elements.
func difference(_ a: Rotation, _ b: Rotation) -> Double {
  max((a.x - b.x).length, (a.y - b.y).length, (a.z - b.z).length)
}

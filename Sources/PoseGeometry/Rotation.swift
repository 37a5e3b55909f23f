import PoseSystem

/// A rotation in space: a 3 × 3 matrix with orthonormal columns and determinant +1, which every
/// initialiser sees to. Named target-from-source like a transform: `cameraFromBody * v` turns a
/// direction from the body's axes to the camera's.
public struct Rotation: Sendable, Equatable {
  /// The images of the source's axes: the columns of the matrix.
  public let x: Vector3
  /// The images of the source's axes: the columns of the matrix.
  public let y: Vector3
  /// The images of the source's axes: the columns of the matrix.
  public let z: Vector3

  /// No rotation.
  public static let identity = Rotation(
    trusted: Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))

  /// For columns that are orthonormal and right-handed by construction. Not API.
  @inlinable
  package init(trusted x: Vector3, _ y: Vector3, _ z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The rotation by the smallest angle that turns the direction `from` into the direction `to`.
  /// Both must have length 1. Opposite directions are joined about an axis perpendicular to them.
  public static func shortestArc(from: Vector3, to: Vector3) -> Rotation {
    let cosine = from.dot(to)
    let axis = from.cross(to)
    guard cosine > -1 + 1e-12 else {
      let helper = abs(from.x) < 0.6 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
      let n = from.cross(helper).normalized ?? Vector3(0, 0, 1)
      return Rotation(
        trusted: 2 * n.x * n - Vector3(1, 0, 0), 2 * n.y * n - Vector3(0, 1, 0),
        2 * n.z * n - Vector3(0, 0, 1))
    }
    // Rodrigues with sin and cos taken from the vectors: R = c·I + [a]ₓ + a·aᵀ/(1 + c).
    func column(_ e: Vector3, _ component: Double) -> Vector3 {
      cosine * e + axis.cross(e) + axis * (component / (1 + cosine))
    }
    return Rotation(
      trusted: column(Vector3(1, 0, 0), axis.x), column(Vector3(0, 1, 0), axis.y),
      column(Vector3(0, 0, 1), axis.z))
  }

  /// The rotation by an angle in radians about a coordinate axis of the source, right-handed.
  public static func about(_ axis: Axis, by angle: Double) -> Rotation {
    let (c, s) = (cos(angle), sin(angle))
    return switch axis {
    case .x: Rotation(trusted: Vector3(1, 0, 0), Vector3(0, c, s), Vector3(0, -s, c))
    case .y: Rotation(trusted: Vector3(c, 0, -s), Vector3(0, 1, 0), Vector3(s, 0, c))
    case .z: Rotation(trusted: Vector3(c, s, 0), Vector3(-s, c, 0), Vector3(0, 0, 1))
    }
  }

  /// A coordinate axis.
  public enum Axis: Sendable {
    /// The first axis.
    case x
    /// The second axis.
    case y
    /// The third axis.
    case z
  }

  /// The rotation the other way: source-from-target.
  public var inverse: Rotation {
    Rotation(
      trusted: Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
  }

  /// A direction turned from the source's axes to the target's.
  public static func * (rotation: Rotation, v: Vector3) -> Vector3 {
    rotation.x * v.x + rotation.y * v.y + rotation.z * v.z
  }

  /// First the right one, then the left one: `a_from_c = a_from_b * b_from_c`.
  public static func * (a: Rotation, b: Rotation) -> Rotation {
    Rotation(trusted: a * b.x, a * b.y, a * b.z)
  }
}

extension Rotation {
  /// The rotation nearest to columns that are a rotation's but for rounding, in the Frobenius norm: the
  /// orthogonal factor of their polar decomposition, by Newton's iteration X ← (X + X⁻ᵀ)/2 (Higham
  /// 1986, "Computing the polar decomposition", SIAM J. Sci. Stat. Comput. 7:1160).
  ///
  /// Returns `nil` for columns that are far from a rotation's: not finite, mirrored, or with a
  /// determinant below a half. For any matrix there is `Rotation(nearestTo:)` of `Kinematics`.
  package init?(orthonormalizing x: Vector3, _ y: Vector3, _ z: Vector3) {
    var (x, y, z) = (x, y, z)
    // Quadratic convergence: from 1e-3 to rounding in three steps. More serve what is farther off.
    for _ in 0..<8 {
      let (a, b, c) = (y.cross(z), z.cross(x), x.cross(y))
      let determinant = x.dot(a)
      guard determinant > 0.5, determinant.isFinite else { return nil }
      let next = ((x + a / determinant) / 2, (y + b / determinant) / 2, (z + c / determinant) / 2)
      let change = (next.0 - x).length + (next.1 - y).length + (next.2 - z).length
      (x, y, z) = next
      if change < 1e-15 { break }
    }
    self.init(trusted: x, y, z)
  }
}

extension Rotation {
  /// The rotation by `|vector|` radians about the direction of `vector`, right-handed (the
  /// exponential map of so(3)). Below 1e-4 rad sin(θ/2)/θ is taken from its series, whose next term,
  /// θ⁴/3840, is then under the rounding.
  public init(rotationVector vector: Vector3) {
    let angle = vector.length
    let ratio = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(angle / 2) / angle
    self.init(UnitQuaternion(trusted: cos(angle / 2), vector * ratio))
  }

  /// The axis of this rotation times its angle in radians, 0…π (the logarithm). Of a half turn, of
  /// the two axes the one whose first component that is not 0 is positive.
  ///
  /// The angle is 2·atan2(|v|, w) of the quaternion, exact near 0 and near π, where acos of the trace
  /// loses half the digits and the skew part of the matrix vanishes.
  public var rotationVector: Vector3 {
    let q = quaternion
    let length = q.vector.length
    // For small angles atan2(l, w) / l is 1/w to within l²/3, under the rounding below 1e-8.
    let ratio = length < 1e-8 ? 2 / q.w : 2 * atan2(length, q.w) / length
    return q.vector * ratio
  }
}

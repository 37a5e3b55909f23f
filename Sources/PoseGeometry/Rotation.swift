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

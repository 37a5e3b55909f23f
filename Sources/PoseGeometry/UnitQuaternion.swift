/// A rotation as a quaternion of length 1, scalar first: w + xi + yj + zk turns v into q·v·q*.
/// q and −q are the same rotation; the one that this package gives has w ≥ 0.
public struct UnitQuaternion: Sendable, Equatable {
  /// The scalar part, cos(θ/2).
  public let w: Double
  /// The vector part, sin(θ/2) times the axis.
  public let vector: Vector3

  /// No rotation.
  public static let identity = UnitQuaternion(trusted: 1, .zero)

  /// A quaternion scaled to length 1; `nil` when it has no length or is not finite.
  public init?(w: Double, x: Double, y: Double, z: Double) {
    let largest = max(abs(w), abs(x), abs(y), abs(z))
    guard largest.isFinite, largest > 0 else { return nil }
    let (w, v) = (w / largest, Vector3(x, y, z) / largest)
    let length = (w * w + v.dot(v)).squareRoot()
    self.init(trusted: w / length, v / length)
  }

  /// For a quaternion of length 1 by construction.
  init(trusted w: Double, _ vector: Vector3) {
    self.w = w
    self.vector = vector
  }
}

extension Rotation {
  /// The rotation of a quaternion.
  public init(_ q: UnitQuaternion) {
    let (w, v) = (q.w, q.vector)
    func column(_ e: Vector3, _ component: Double) -> Vector3 {
      (w * w - v.dot(v)) * e + 2 * component * v + 2 * w * v.cross(e)
    }
    self.init(
      trusted: column(Vector3(1, 0, 0), v.x), column(Vector3(0, 1, 0), v.y),
      column(Vector3(0, 0, 1), v.z))
  }

  /// The quaternion of this rotation, with w ≥ 0; of a half turn, the first part that is not 0 is
  /// positive. Of the four ways to write it, the one with the largest divisor is taken (Shepperd
  /// 1978, J. Guidance and Control 1:223), so that no digits are lost anywhere.
  public var quaternion: UnitQuaternion {
    let trace = x.x + y.y + z.z
    let largest = max(trace, x.x, y.y, z.z)
    let (w, v): (Double, Vector3)
    if largest == trace {
      (w, v) = (1 + trace, Vector3(y.z - z.y, z.x - x.z, x.y - y.x))
    } else if largest == x.x {
      (w, v) = (y.z - z.y, Vector3(1 + x.x - y.y - z.z, y.x + x.y, z.x + x.z))
    } else if largest == y.y {
      (w, v) = (z.x - x.z, Vector3(y.x + x.y, 1 + y.y - x.x - z.z, z.y + y.z))
    } else {
      (w, v) = (x.y - y.x, Vector3(z.x + x.z, z.y + y.z, 1 + z.z - x.x - y.y))
    }
    let length = (w * w + v.dot(v)).squareRoot()
    // A scalar part that is rounding noise, beside a half turn's axis, decides no sign.
    let isHalfTurn = abs(w) <= 1e-15 * length
    let first = !isHalfTurn ? w : v.x != 0 ? v.x : v.y != 0 ? v.y : v.z
    let scale = (first < 0 ? -1 : 1) / length
    return UnitQuaternion(trusted: isHalfTurn ? 0 : w * scale, v * scale)
  }
}

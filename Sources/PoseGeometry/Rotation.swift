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

/// The order of the three axes in a product of turns about coordinate axes, read intrinsically:
/// `yxz` is R = Ry(first) · Rx(second) · Rz(third), each turn about the axes that the one before has
/// left. The extrinsic sequence of the same turns is the reverse.
///
/// The first six are Cardan (Tait–Bryan) sequences, the last six proper Euler ones. `yxz` is that of
/// `EulerAngles`, `zxy` that of Grood & Suntay's joints in ISB's axes, `yxy` ISB's for the shoulder.
public enum EulerSequence: String, CaseIterable, Sendable {
  case xyz, xzy, yxz, yzx, zxy, zyx
  case xyx, xzx, yxy, yzy, zxz, zyz

  /// The axes as indices 0…2, where `third` is the axis that is left where the sequence is proper.
  private var axes: (first: Int, second: Int, third: Int, isProper: Bool) {
    switch self {
    case .xyz: (0, 1, 2, false)
    case .xzy: (0, 2, 1, false)
    case .yxz: (1, 0, 2, false)
    case .yzx: (1, 2, 0, false)
    case .zxy: (2, 0, 1, false)
    case .zyx: (2, 1, 0, false)
    case .xyx: (0, 1, 2, true)
    case .xzx: (0, 2, 1, true)
    case .yxy: (1, 0, 2, true)
    case .yzy: (1, 2, 0, true)
    case .zxz: (2, 0, 1, true)
    case .zyz: (2, 1, 0, true)
    }
  }

  /// The indices of the first axis and the last, 0…2.
  package var outerAxes: (first: Int, last: Int) {
    let (first, _, third, isProper) = axes
    return (first, isProper ? first : third)
  }

  /// Whether the first (0), second (1) or third (2) turn is one about y, the body's long axis.
  package func isAxial(_ index: Int) -> Bool {
    let (first, second, third, isProper) = axes
    return (index == 0 ? first : index == 1 ? second : isProper ? first : third) == 1
  }

  /// Whether the second axis follows the first in the order x, y, z, x.
  package var isCyclic: Bool { axes.second == (axes.first + 1) % 3 }

  /// Below this cosine (Cardan) or sine (proper) of the second angle, only the sum or the difference
  /// of the other two is defined; the third one is then given as 0.
  private static let lock = 1e-10

  /// The three angles of a rotation, in radians. First and third −π…π; second −π/2…π/2 for a Cardan
  /// sequence, 0…π for a proper one. At gimbal lock the third is 0.
  ///
  /// The third angle is read from what is left once the first turn is undone. Near gimbal lock, where
  /// both are ill-determined, their turns therefore still multiply to the rotation.
  public func angles(of rotation: Rotation) -> (first: Double, second: Double, third: Double) {
    let (i, j, k, isProper) = axes
    func r(_ row: Int, _ column: Int) -> Double {
      (column == 0 ? rotation.x : column == 1 ? rotation.y : rotation.z)[row]
    }
    let sign = isCyclic ? 1.0 : -1.0

    let second: Double
    let first: Double
    let reach: Double
    if isProper {
      reach = (r(i, j) * r(i, j) + r(i, k) * r(i, k)).squareRoot()
      second = atan2(reach, r(i, i))
      first = atan2(r(j, i), -sign * r(k, i))
    } else {
      reach = (r(i, i) * r(i, i) + r(i, j) * r(i, j)).squareRoot()
      second = atan2(sign * r(i, k), reach)
      first = atan2(-sign * r(j, k), r(k, k))
    }
    guard reach > Self.lock else { return (atan2(sign * r(k, j), r(j, j)), second, 0) }
    // Row j of Ri(−first) · R = Rj(second) · Rk(third), which the second turn leaves as it is.
    let (c, s) = (cos(first), sign * sin(first))
    func rest(_ column: Int) -> Double { c * r(j, column) + s * r(k, column) }
    let third =
      isProper ? atan2(-sign * rest(k), rest(j)) : atan2(sign * rest(i), rest(j))
    return (first, second, third)
  }

  /// The rotation of three angles in radians.
  public func rotation(_ first: Double, _ second: Double, _ third: Double) -> Rotation {
    let (i, j, k, isProper) = axes
    func turn(_ axis: Int, _ angle: Double) -> Rotation {
      .about(axis == 0 ? .x : axis == 1 ? .y : .z, by: angle)
    }
    return turn(i, first) * turn(j, second) * turn(isProper ? i : k, third)
  }
}

/// Pitch, yaw and roll of a rotation, in radians: R = Ry(yaw) · Rx(pitch) · Rz(roll), which is
/// intrinsic Y-X-Z. Of a body upright and facing the camera all three are 0.
public struct EulerAngles: Sendable, Equatable {
  /// About x, −π/2…π/2.
  public var pitch: Double
  /// About y, −π…π.
  public var yaw: Double
  /// About z, −π…π; 0 where the pitch is ±π/2 and only yaw ∓ roll is defined (gimbal lock).
  public var roll: Double

  /// Angles from their three values, in radians.
  public init(pitch: Double, yaw: Double, roll: Double) {
    self.pitch = pitch
    self.yaw = yaw
    self.roll = roll
  }

  /// The angles of a rotation: those of its sequence Y-X-Z.
  public init(_ rotation: Rotation) {
    (yaw, pitch, roll) = EulerSequence.yxz.angles(of: rotation)
  }

  /// The rotation of these angles.
  public var rotation: Rotation { EulerSequence.yxz.rotation(yaw, pitch, roll) }
}

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

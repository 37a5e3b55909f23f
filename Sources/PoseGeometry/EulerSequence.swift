import PoseSystem

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

// Made from simd_quatf.swift by scripts/simd_twins.py; edit that.

import PoseSystem

/// A quaternion in double precision; of length 1 it is a rotation.
public struct simd_quatd: Sendable, Equatable, CustomDebugStringConvertible {
  /// The imaginary part x, y, z and the real part w.
  public var vector: SIMD4<Double>

  /// All zero.
  public init() { vector = .zero }

  /// The imaginary part x, y, z and the real part w.
  public init(vector: SIMD4<Double>) { self.vector = vector }

  /// The imaginary part x, y, z and the real part w.
  public init(_ vector: SIMD4<Double>) { self.vector = vector }

  /// The parts one by one.
  public init(ix: Double, iy: Double, iz: Double, r: Double) { vector = SIMD4(ix, iy, iz, r) }

  /// The real and the imaginary part.
  public init(real: Double, imag: SIMD3<Double>) { vector = SIMD4(imag, real) }

  /// The rotation by an angle in radians about an axis of length 1, right-handed.
  public init(angle: Double, axis: SIMD3<Double>) {
    self.init(real: cos(angle / 2), imag: axis * sin(angle / 2))
  }

  /// The rotation by the smallest angle that takes one direction to another, both of length 1.
  public init(from: SIMD3<Double>, to: SIMD3<Double>) {
    let cosine = simd_dot(from, to)
    guard cosine > -1 + 1e-6 else {
      let helper = Swift.abs(from.x) < 0.6 ? SIMD3<Double>(1, 0, 0) : SIMD3(0, 1, 0)
      self.init(real: 0, imag: simd_normalize(simd_cross(from, helper)))
      return
    }
    self = simd_quatd(real: 1 + cosine, imag: simd_cross(from, to)).normalized
  }

  /// The rotation of a matrix whose columns are orthonormal and right-handed.
  public init(_ matrix: simd_double3x3) {
    let m = matrix
    // The largest of the four parts is taken from the diagonal (Shepperd 1978), the others follow.
    let diagonal = SIMD4(
      1 + m[0, 0] - m[1, 1] - m[2, 2], 1 - m[0, 0] + m[1, 1] - m[2, 2],
      1 - m[0, 0] - m[1, 1] + m[2, 2], 1 + m[0, 0] + m[1, 1] + m[2, 2])
    let (x, y, z) = (m[1, 2] - m[2, 1], m[2, 0] - m[0, 2], m[0, 1] - m[1, 0])
    let (xy, xz, yz) = (m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1])
    let part: SIMD4<Double>
    if diagonal.w >= diagonal.max() {
      part = SIMD4(x, y, z, diagonal.w)
    } else if diagonal.x >= diagonal.max() {
      part = SIMD4(diagonal.x, xy, xz, x)
    } else if diagonal.y >= diagonal.max() {
      part = SIMD4(xy, diagonal.y, yz, y)
    } else {
      part = SIMD4(xz, yz, diagonal.z, z)
    }
    self = simd_quatd(part).normalized
  }

  /// The rotation in the upper left of a matrix, whose columns are orthonormal and right-handed there.
  public init(_ matrix: simd_double4x4) {
    func part(_ column: SIMD4<Double>) -> SIMD3<Double> { SIMD3(column.x, column.y, column.z) }
    self.init(
      simd_double3x3(part(matrix.columns.0), part(matrix.columns.1), part(matrix.columns.2)))
  }

  /// The real part.
  public var real: Double {
    get { vector.w }
    set { vector.w = newValue }
  }

  /// The imaginary part.
  public var imag: SIMD3<Double> {
    get { SIMD3(vector.x, vector.y, vector.z) }
    set { vector = SIMD4(newValue, vector.w) }
  }

  /// The angle in radians, 0…2π.
  public var angle: Double { 2 * atan2(simd_length(imag), real) }

  /// The axis; not a number for no rotation.
  public var axis: SIMD3<Double> { simd_normalize(imag) }

  /// The length.
  public var length: Double { simd_length(vector) }

  /// The same direction with the length 1.
  public var normalized: simd_quatd { simd_quatd(simd_normalize(vector)) }

  /// The imaginary part with the other sign.
  public var conjugate: simd_quatd { simd_quatd(real: real, imag: -imag) }

  /// The inverse; for a rotation the one that undoes it.
  public var inverse: simd_quatd { simd_quatd(conjugate.vector / simd_length_squared(vector)) }

  /// A vector turned by this rotation.
  public func act(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let turned = 2 * simd_cross(imag, vector)
    return vector + real * turned + simd_cross(imag, turned)
  }

  /// `simd_quatd(real: …, imag: …)`.
  public var debugDescription: String { "simd_quatd(real: \(real), imag: \(imag))" }

  /// First the right one, then the left one.
  public static func * (a: simd_quatd, b: simd_quatd) -> simd_quatd {
    simd_quatd(
      real: a.real * b.real - simd_dot(a.imag, b.imag),
      imag: a.real * b.imag + b.real * a.imag + simd_cross(a.imag, b.imag))
  }

  /// Every part times a number.
  public static func * (a: simd_quatd, scalar: Double) -> simd_quatd {
    simd_quatd(a.vector * scalar)
  }

  /// Every part times a number.
  public static func * (scalar: Double, a: simd_quatd) -> simd_quatd {
    simd_quatd(a.vector * scalar)
  }

  /// Part by part.
  public static func + (a: simd_quatd, b: simd_quatd) -> simd_quatd {
    simd_quatd(a.vector + b.vector)
  }

  /// Part by part.
  public static func - (a: simd_quatd, b: simd_quatd) -> simd_quatd {
    simd_quatd(a.vector - b.vector)
  }

  /// Every part with the other sign: the same rotation.
  public static prefix func - (a: simd_quatd) -> simd_quatd { simd_quatd(-a.vector) }

  /// First the right one, then the left one.
  public static func *= (a: inout simd_quatd, b: simd_quatd) { a = a * b }
}

extension simd_double3x3 {
  /// The matrix of a rotation.
  public init(_ rotation: simd_quatd) {
    self.init(
      rotation.act(SIMD3(1, 0, 0)), rotation.act(SIMD3(0, 1, 0)), rotation.act(SIMD3(0, 0, 1)))
  }
}

extension simd_double4x4 {
  /// The matrix of a rotation.
  public init(_ rotation: simd_quatd) {
    let matrix = simd_double3x3(rotation)
    self.init(
      SIMD4(matrix.columns.0, 0), SIMD4(matrix.columns.1, 0), SIMD4(matrix.columns.2, 0),
      SIMD4(0, 0, 0, 1))
  }
}

/// The rotation by an angle in radians about an axis of length 1, right-handed.
public func simd_quaternion(_ angle: Double, _ axis: SIMD3<Double>) -> simd_quatd {
  simd_quatd(angle: angle, axis: axis)
}

/// The rotation by the smallest angle that takes one direction to another, both of length 1.
public func simd_quaternion(_ from: SIMD3<Double>, _ to: SIMD3<Double>) -> simd_quatd {
  simd_quatd(from: from, to: to)
}

/// The parts one by one, the real one last.
public func simd_quaternion(
  _ ix: Double, _ iy: Double, _ iz: Double, _ r: Double
) -> simd_quatd { simd_quatd(ix: ix, iy: iy, iz: iz, r: r) }

/// The rotation of a matrix whose columns are orthonormal and right-handed.
public func simd_quaternion(_ matrix: simd_double3x3) -> simd_quatd { simd_quatd(matrix) }

/// The rotation in the upper left of a matrix.
public func simd_quaternion(_ matrix: simd_double4x4) -> simd_quatd { simd_quatd(matrix) }

/// A vector turned by a rotation.
public func simd_act(_ rotation: simd_quatd, _ vector: SIMD3<Double>) -> SIMD3<Double> {
  rotation.act(vector)
}

/// First the right one, then the left one.
public func simd_mul(_ a: simd_quatd, _ b: simd_quatd) -> simd_quatd { a * b }

/// The angle of a rotation in radians.
public func simd_angle(_ rotation: simd_quatd) -> Double { rotation.angle }

/// The axis of a rotation.
public func simd_axis(_ rotation: simd_quatd) -> SIMD3<Double> { rotation.axis }

/// The length.
public func simd_length(_ a: simd_quatd) -> Double { a.length }

/// The same direction with the length 1.
public func simd_normalize(_ a: simd_quatd) -> simd_quatd { a.normalized }

/// The inverse.
public func simd_inverse(_ a: simd_quatd) -> simd_quatd { a.inverse }

/// The imaginary part with the other sign.
public func simd_conjugate(_ a: simd_quatd) -> simd_quatd { a.conjugate }

/// The sum of the products of the parts.
public func simd_dot(_ a: simd_quatd, _ b: simd_quatd) -> Double { simd_dot(a.vector, b.vector) }

/// The matrix of a rotation.
public func simd_matrix3x3(_ rotation: simd_quatd) -> simd_double3x3 { simd_double3x3(rotation) }

/// The matrix of a rotation.
public func simd_matrix4x4(_ rotation: simd_quatd) -> simd_double4x4 { simd_double4x4(rotation) }

/// The rotation a share of the shorter way from one to another (Shoemake 1985).
public func simd_slerp(_ a: simd_quatd, _ b: simd_quatd, _ share: Double) -> simd_quatd {
  let cosine = simd_dot(a, b)
  let end = cosine < 0 ? -b : b
  let angle = acos(Swift.min(Swift.abs(cosine), 1))
  guard angle > 1e-4 else { return (a * (1 - share) + end * share).normalized }
  return (a * sin((1 - share) * angle) + end * sin(share * angle)) * (1 / sin(angle))
}

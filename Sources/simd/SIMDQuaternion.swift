/// A quaternion; of length 1 it is a rotation. Not Apple's: what simd's quaternions share.
public protocol SIMDQuaternion: SIMDAlgebra {
  /// The matrix of a rotation.
  associatedtype Matrix3x3: SIMDThreeColumnMatrix where Matrix3x3.Column.Scalar == Scalar
  /// The matrix of a rotation in homogeneous coordinates.
  associatedtype Matrix4x4: SIMDFourColumnMatrix where Matrix4x4.Column.Scalar == Scalar

  /// The imaginary part x, y, z and the real part w.
  var vector: SIMD4<Scalar> { get set }

  /// The imaginary part x, y, z and the real part w.
  init(vector: SIMD4<Scalar>)

  /// The cosine of an angle in radians.
  static func cosine(_ angle: Scalar) -> Scalar

  /// The sine of an angle in radians.
  static func sine(_ angle: Scalar) -> Scalar

  /// The angle in radians, 0…π, that has this cosine.
  static func arcCosine(_ cosine: Scalar) -> Scalar

  /// The angle in radians, −π…π, from the axis x to a point of the plane.
  static func arcTangent(_ y: Scalar, _ x: Scalar) -> Scalar
}

// MARK: Making quaternions

extension SIMDQuaternion {
  /// All zero.
  @inlinable public init() { self.init(vector: .zero) }

  /// The imaginary part x, y, z and the real part w.
  @inlinable public init(_ vector: SIMD4<Scalar>) { self.init(vector: vector) }

  /// The parts one by one.
  @inlinable public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) {
    self.init(vector: SIMD4(ix, iy, iz, r))
  }

  /// The real and the imaginary part.
  @inlinable public init(real: Scalar, imag: SIMD3<Scalar>) {
    self.init(vector: SIMD4(imag, real))
  }

  /// The rotation by an angle in radians about an axis of length 1, right-handed.
  @inlinable public init(angle: Scalar, axis: SIMD3<Scalar>) {
    self.init(real: Self.cosine(angle / 2), imag: axis * Self.sine(angle / 2))
  }

  /// The rotation by the smallest angle that takes one direction to another, both of length 1.
  @inlinable public init(from: SIMD3<Scalar>, to: SIMD3<Scalar>) {
    let cosine = simd_dot(from, to)
    guard cosine > -1 + 1e-6 else {
      let helper = Swift.abs(from.x) < 0.6 ? SIMD3<Scalar>(1, 0, 0) : SIMD3(0, 1, 0)
      self.init(real: 0, imag: simd_normalize(simd_cross(from, helper)))
      return
    }
    self = Self(real: 1 + cosine, imag: simd_cross(from, to)).normalized
  }

  /// The rotation of a matrix whose columns are orthonormal and right-handed.
  @inlinable public init(_ matrix: Matrix3x3) {
    let m = matrix
    // The largest of the four parts is taken from the diagonal (Shepperd 1978), the others follow.
    let diagonal = SIMD4<Scalar>(
      1 + m[0, 0] - m[1, 1] - m[2, 2], 1 - m[0, 0] + m[1, 1] - m[2, 2],
      1 - m[0, 0] - m[1, 1] + m[2, 2], 1 + m[0, 0] + m[1, 1] + m[2, 2])
    let (x, y, z) = (m[1, 2] - m[2, 1], m[2, 0] - m[0, 2], m[0, 1] - m[1, 0])
    let (xy, xz, yz) = (m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1])
    let part: SIMD4<Scalar>
    if diagonal.w >= diagonal.max() {
      part = SIMD4(x, y, z, diagonal.w)
    } else if diagonal.x >= diagonal.max() {
      part = SIMD4(diagonal.x, xy, xz, x)
    } else if diagonal.y >= diagonal.max() {
      part = SIMD4(xy, diagonal.y, yz, y)
    } else {
      part = SIMD4(xz, yz, diagonal.z, z)
    }
    self = Self(part).normalized
  }

  /// The rotation in the upper left of a matrix, whose columns are orthonormal and right-handed there.
  @inlinable public init(_ matrix: Matrix4x4) {
    let columns = matrix.columns
    self.init(Matrix3x3(resized(columns.0), resized(columns.1), resized(columns.2)))
  }
}

// MARK: Parts and properties

extension SIMDQuaternion {
  /// The real part.
  @inlinable public var real: Scalar {
    get { vector.w }
    set { vector.w = newValue }
  }

  /// The imaginary part.
  @inlinable public var imag: SIMD3<Scalar> {
    get { resized(vector) }
    set { vector = SIMD4(newValue, vector.w) }
  }

  /// The angle in radians, 0…2π.
  @inlinable public var angle: Scalar { 2 * Self.arcTangent(simd_length(imag), real) }

  /// The axis; not a number for no rotation.
  @inlinable public var axis: SIMD3<Scalar> { simd_normalize(imag) }

  /// The length.
  @inlinable public var length: Scalar { simd_length(vector) }

  /// The same direction with the length 1.
  @inlinable public var normalized: Self { Self(simd_normalize(vector)) }

  /// The imaginary part with the other sign.
  @inlinable public var conjugate: Self { Self(real: real, imag: -imag) }

  /// The inverse; for a rotation the one that undoes it.
  @inlinable public var inverse: Self { Self(conjugate.vector / simd_length_squared(vector)) }

  /// A vector turned by this rotation.
  @inlinable public func act(_ vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let turned = 2 * simd_cross(imag, vector)
    return vector + real * turned + simd_cross(imag, turned)
  }

  /// `simd_quatf(real: …, imag: …)`, with the type's own name.
  public var debugDescription: String { "\(Self.self)(real: \(real), imag: \(imag))" }
}

// MARK: Operators

extension SIMDQuaternion {
  /// First the right one, then the left one.
  @inlinable public static func *= (a: inout Self, b: Self) {
    a = Self(
      real: a.real * b.real - simd_dot(a.imag, b.imag),
      imag: a.real * b.imag + b.real * a.imag + simd_cross(a.imag, b.imag))
  }

  /// Part by part.
  @inlinable public static func += (a: inout Self, b: Self) { a.vector += b.vector }

  /// Part by part.
  @inlinable public static func -= (a: inout Self, b: Self) { a.vector -= b.vector }

  /// Every part times a number.
  @inlinable public static func *= (a: inout Self, scalar: Scalar) { a.vector *= scalar }

  /// Every part with the other sign: the same rotation.
  @inlinable public static prefix func - (a: Self) -> Self { Self(-a.vector) }
}

/// Sums, differences and multiples by numbers. Not Apple's: what simd's matrices and quaternions share.
///
/// The compiler compares all operators of a name: one declaration for all types keeps expressions fast to compile.
public protocol SIMDArithmetic: Sendable, Equatable, CustomDebugStringConvertible {
  /// The type of an element.
  associatedtype Scalar: BinaryFloatingPoint & SIMDScalar

  /// Element by element.
  static func += (a: inout Self, b: Self)

  /// Element by element.
  static func -= (a: inout Self, b: Self)

  /// Every element times a number.
  static func *= (a: inout Self, scalar: Scalar)
}

extension SIMDArithmetic {
  /// Element by element.
  @inlinable public static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum += b
    return sum
  }

  /// Element by element.
  @inlinable public static func - (a: Self, b: Self) -> Self {
    var difference = a
    difference -= b
    return difference
  }

  /// Every element times a number.
  @inlinable public static func * (a: Self, scalar: Scalar) -> Self {
    var product = a
    product *= scalar
    return product
  }
}

// The number on the left has a concrete type here: a generic one doubles the compiler's time for sums of vectors.

extension SIMDArithmetic where Scalar == Float {
  /// Every element times a number.
  @inlinable public static func * (scalar: Float, a: Self) -> Self { a * scalar }
}

extension SIMDArithmetic where Scalar == Double {
  /// Every element times a number.
  @inlinable public static func * (scalar: Double, a: Self) -> Self { a * scalar }
}

/// Products and inverses as well. Not Apple's: what simd's square matrices and quaternions share.
public protocol SIMDAlgebra: SIMDArithmetic {
  /// First the right one, then the left one.
  static func *= (a: inout Self, b: Self)

  /// The inverse; infinite or not a number where there is none.
  var inverse: Self { get }
}

extension SIMDAlgebra {
  /// First the right one, then the left one.
  @inlinable public static func * (a: Self, b: Self) -> Self {
    var product = a
    product *= b
    return product
  }
}

/// First the right one, then the left one.
@inlinable public func simd_mul<Value: SIMDAlgebra>(_ a: Value, _ b: Value) -> Value { a * b }

/// The inverse; infinite or not a number where there is none.
@inlinable public func simd_inverse<Value: SIMDAlgebra>(_ a: Value) -> Value { a.inverse }

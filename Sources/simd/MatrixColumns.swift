// The columns of a matrix as simd has them: a tuple, one protocol per number of them. None is Apple's.

/// A matrix of 2 columns.
public protocol SIMDTwoColumnMatrix: SIMDMatrix {
  /// The columns.
  var columns: (Column, Column) { get set }

  /// The columns, as one value.
  init(columns: (Column, Column))
}

extension SIMDTwoColumnMatrix {
  /// All zero.
  @inlinable public init() { self.init(columns: (.zero, .zero)) }

  /// The columns.
  @inlinable public init(_ a: Column, _ b: Column) { self.init(columns: (a, b)) }

  /// A column.
  @inlinable public subscript(column: Int) -> Column {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      default: preconditionFailure("a matrix of 2 columns has no column \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      default: preconditionFailure("a matrix of 2 columns has no column \(column)")
      }
    }
  }
}

/// A matrix of 3 columns.
public protocol SIMDThreeColumnMatrix: SIMDMatrix {
  /// The columns.
  var columns: (Column, Column, Column) { get set }

  /// The columns, as one value.
  init(columns: (Column, Column, Column))
}

extension SIMDThreeColumnMatrix {
  /// All zero.
  @inlinable public init() { self.init(columns: (.zero, .zero, .zero)) }

  /// The columns.
  @inlinable public init(_ a: Column, _ b: Column, _ c: Column) { self.init(columns: (a, b, c)) }

  /// A column.
  @inlinable public subscript(column: Int) -> Column {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      default: preconditionFailure("a matrix of 3 columns has no column \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      default: preconditionFailure("a matrix of 3 columns has no column \(column)")
      }
    }
  }
}

/// A matrix of 4 columns.
public protocol SIMDFourColumnMatrix: SIMDMatrix {
  /// The columns.
  var columns: (Column, Column, Column, Column) { get set }

  /// The columns, as one value.
  init(columns: (Column, Column, Column, Column))
}

extension SIMDFourColumnMatrix {
  /// All zero.
  @inlinable public init() { self.init(columns: (.zero, .zero, .zero, .zero)) }

  /// The columns.
  @inlinable public init(_ a: Column, _ b: Column, _ c: Column, _ d: Column) {
    self.init(columns: (a, b, c, d))
  }

  /// A column.
  @inlinable public subscript(column: Int) -> Column {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      case 3: columns.3
      default: preconditionFailure("a matrix of 4 columns has no column \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      case 3: columns.3 = newValue
      default: preconditionFailure("a matrix of 4 columns has no column \(column)")
      }
    }
  }
}

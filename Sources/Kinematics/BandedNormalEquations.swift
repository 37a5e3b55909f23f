package import PoseGeometry

/// The normal equations of a least-squares problem with many unknowns in a band, and a few that all residuals may depend
/// on: the border. In a motion the band is one moment's unknowns after the other's.
///
/// A residual is put together from its terms and then added. The border is eliminated by its Schur complement; the band
/// is solved by LAPACK's Cholesky solver for band matrices.
package struct BandedNormalEquations {
  private let count: Int
  private let borderCount: Int
  /// Diagonals below the main one.
  private let width: Int
  /// By columns, each from its diagonal down.
  private var band: [Double]
  /// The gradient by the unknowns of the band.
  private var gradient: [Double]
  /// Products of the border's slopes with the band's, by columns of the border.
  private var border: [Double]
  /// Products of the border's slopes, column-major.
  private var corner: [Double]
  private var cornerGradient: [Double]
  /// The right-hand sides, then the solutions: of the gradient, and of each column of the border.
  private var columns: [Double]
  /// The residual that is being put together.
  @usableFromInline var terms: [(index: Int, slope: Double)] = []
  @usableFromInline var borderTerms: [(index: Int, slope: Double)] = []
  /// Σ of the squares of the residuals, each as its weight's kernel counts it: Huber's, w²(2 − w²)·r².
  package private(set) var cost = 0.0

  /// Equations without residuals.
  ///
  /// - Parameters:
  ///   - count: the number of unknowns in the band.
  ///   - width: how far apart the unknowns of a residual may be.
  ///   - border: the number of unknowns that any residual may depend on.
  package init(count: Int, width: Int, border borderCount: Int = 0) {
    (self.count, self.width, self.borderCount) = (count, width, borderCount)
    band = Array(repeating: 0, count: count * (width + 1))
    gradient = Array(repeating: 0, count: count)
    border = Array(repeating: 0, count: count * borderCount)
    corner = Array(repeating: 0, count: borderCount * borderCount)
    cornerGradient = Array(repeating: 0, count: borderCount)
    columns = Array(repeating: 0, count: count * (borderCount + 1))
    terms.reserveCapacity(16)
    borderTerms.reserveCapacity(4)
  }

  /// Removes all residuals. The memory stays: for a long motion the system takes longer to give it than the sums take.
  package mutating func removeAll() {
    band.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    gradient.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    border.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    corner.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    cornerGradient.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    cost = 0
  }

  /// The residual changes by `slope` for each unit of an unknown of the band. Two terms of one unknown add up.
  @inlinable @inline(__always)
  package mutating func term(_ index: Int, _ slope: Double) { terms.append((index, slope)) }

  /// The residual changes by `slope · d` when three unknowns of the band, of which the first is given, move by d.
  @inlinable @inline(__always)
  package mutating func term(from first: Int, _ slope: Vector3) {
    term(first, slope.x)
    term(first + 1, slope.y)
    term(first + 2, slope.z)
  }

  /// The residual changes by `slope` for each unit of an unknown of the border.
  @inlinable @inline(__always)
  package mutating func borderTerm(_ index: Int, _ slope: Double) {
    borderTerms.append((index, slope))
  }

  /// Ends the residual whose terms were given: its value, and the weight of both value and slopes.
  package mutating func add(_ residual: Double, weight: Double = 1) {
    let w2 = weight * weight
    cost += residual * residual * w2 * (2 - w2)
    band.withUnsafeMutableBufferPointer { band in
      for one in terms {
        let slope = w2 * one.slope
        gradient[one.index] += slope * residual
        for other in terms where other.index >= one.index {
          band[one.index * (width + 1) + other.index - one.index] += slope * other.slope
        }
      }
    }
    for one in borderTerms {
      let slope = w2 * one.slope
      cornerGradient[one.index] += slope * residual
      for other in terms { border[one.index * count + other.index] += slope * other.slope }
      for other in borderTerms {
        corner[one.index * borderCount + other.index] += slope * other.slope
      }
    }
    terms.removeAll(keepingCapacity: true)
    borderTerms.removeAll(keepingCapacity: true)
  }

  /// Adds what is known of some successive unknowns of the band by themselves.
  package mutating func add(_ equations: borrowing DenseNormalEquations, at first: Int) {
    cost += equations.cost
    for index in 0..<equations.order {
      let place = (first + index) * (width + 1)
      equations.forEach(inColumn: index) { row, value in band[place + row - index] += value }
      gradient[first + index] += equations.slope(of: index)
    }
  }

  /// The step that solves the equations, of the band and of the border; `nil` when they can't be solved. The residuals
  /// are used up: `removeAll` has to follow.
  package mutating func solved() -> (band: [Double], border: [Double])? {
    for index in 0..<count {
      band[index * (width + 1)] = band[index * (width + 1)] * (1 + 1e-9) + 1e-6
    }
    for index in 0..<count { columns[index] = -gradient[index] }
    for index in border.indices { columns[count + index] = border[index] }
    guard LinearAlgebra.solveBanded(&band, width: width, &columns, columns: borderCount + 1) else {
      return nil
    }
    var schur = corner
    var right = cornerGradient.map { -$0 }
    columns.withUnsafeBufferPointer { columns in
      for row in 0..<borderCount {
        for column in 0...borderCount {
          var sum = 0.0
          for index in 0..<count {
            sum += border[row * count + index] * columns[column * count + index]
          }
          if column == 0 {
            right[row] -= sum
          } else {
            schur[(column - 1) * borderCount + row] -= sum
          }
        }
      }
    }
    for index in 0..<borderCount { schur[index * (borderCount + 1)] += 1e-6 }
    guard borderCount == 0 || LinearAlgebra.solvePositiveDefinite(&schur, &right) else {
      return nil
    }
    var step = Array(columns[..<count])
    for (column, value) in right.enumerated() {
      for index in 0..<count { step[index] -= columns[(column + 1) * count + index] * value }
    }
    return (step, right)
  }
}

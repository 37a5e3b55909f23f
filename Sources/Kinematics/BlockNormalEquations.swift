/// The normal equations of a least-squares problem of many groups of unknowns that meet through a few
/// shared ones only, such as cameras, and the points or the board's pose in each frame.
///
/// Groups are eliminated by the Schur complement (Triggs et al. 1999, section 6), what is left is solved by
/// Cholesky. The method of Levenberg and Marquardt adds a share of the diagonal, the damping.
package struct BlockNormalEquations {
  /// A group's part: H of its own unknowns, of its own with the shared ones (own × shared, row by row), and
  /// the gradient.
  private struct Block {
    var matrix: [Double]
    var mixed: [Double]
    var gradient: [Double]

    var count: Int { gradient.count }

    mutating func add(
      _ residual: Double, _ weight: Double, _ shared: [Slope], _ own: [Slope], _ n: Int
    ) {
      let m = count
      BlockNormalEquations.add(residual, weight, own, to: &matrix, m, &gradient)
      precondition(shared.allSatisfy { 0..<n ~= $0.index }, "there is no such unknown")
      mixed.withUnsafeMutableBufferPointer { mixed in
        shared.withUnsafeBufferPointer { shared in
          for (i, slope) in own {
            let factor = weight * slope
            for (j, other) in shared { mixed[i * n + j] += factor * other }
          }
        }
      }
    }
  }

  /// What is added to each diagonal element, so that unknowns without observations stay where they are.
  package struct Floor {
    package var shared: Double
    package var own: Double

    package init(shared: Double, own: Double) { (self.shared, self.own) = (shared, own) }
  }

  /// The shared unknowns.
  package let sharedCount: Int
  private let floor: Floor
  private var matrix: [Double]
  private var gradient: [Double]
  private var blocks: [Block]

  /// Equations without residuals.
  ///
  /// - Parameters:
  ///   - sharedCount: the number of shared unknowns.
  ///   - ownCounts: the number of each group's own unknowns; 0 for one that is held.
  ///   - floor: what is added to the diagonals.
  package init(sharedCount: Int, ownCounts: [Int], floor: Floor) {
    (self.sharedCount, self.floor) = (sharedCount, floor)
    matrix = Array(repeating: 0, count: sharedCount * sharedCount)
    gradient = Array(repeating: 0, count: sharedCount)
    blocks = ownCounts.map { count in
      Block(
        matrix: Array(repeating: 0, count: count * count),
        mixed: Array(repeating: 0, count: count * sharedCount),
        gradient: Array(repeating: 0, count: count))
    }
  }

  /// A residual's derivative with respect to an unknown, by its index.
  package typealias Slope = (index: Int, value: Double)

  /// Adds a residual with its derivatives with respect to shared unknowns and to those of one group.
  package mutating func add(
    _ residual: Double, weight: Double, shared: [Slope], group: Int? = nil, own: [Slope] = []
  ) {
    let n = sharedCount
    Self.add(residual, weight, shared, to: &matrix, n, &gradient)
    guard let group, !own.isEmpty else { return }
    blocks[group].add(residual, weight, shared, own, n)
  }

  /// Adds the products of slopes to a square matrix by columns, and those with a residual to the gradient.
  private static func add(
    _ residual: Double, _ weight: Double, _ slopes: [Slope], to matrix: inout [Double],
    _ order: Int, _ gradient: inout [Double]
  ) {
    precondition(slopes.allSatisfy { 0..<order ~= $0.index }, "there is no such unknown")
    matrix.withUnsafeMutableBufferPointer { matrix in
      slopes.withUnsafeBufferPointer { slopes in
        for (i, slope) in slopes {
          let factor = weight * slope
          gradient[i] += factor * residual
          for (j, other) in slopes { matrix[j * order + i] += factor * other }
        }
      }
    }
  }

  // MARK: Elimination

  /// The equations of the shared unknowns after the groups' are eliminated.
  package struct Reduction {
    /// By columns; the lower triangle is right.
    fileprivate var matrix: [Double]
    /// The negative gradient.
    fileprivate var side: [Double]
    fileprivate var groups: [Group]

    fileprivate struct Group {
      /// H⁻¹ of the group's own, and its product with H of own and shared.
      var inverse: [Double]
      var products: [Double]
    }
  }

  /// A step of all unknowns.
  package struct Step {
    package var shared: [Double]
    /// Of each group; empty for one that is held.
    package var own: [[Double]]
  }

  /// The equations without the groups' unknowns; `nil` where a group isn't determined.
  package func reduced(damping: Double) -> Reduction? {
    let n = sharedCount
    var result = Reduction(matrix: matrix, side: gradient.map { -$0 }, groups: [])
    for i in 0..<n {
      result.matrix[i * n + i] = matrix[i * n + i] * (1 + damping) + floor.shared
    }
    for block in blocks {
      guard let group = eliminated(block, damping: damping) else { return nil }
      let m = block.count
      result.matrix.withUnsafeMutableBufferPointer { matrix in
        group.products.withUnsafeBufferPointer { products in
          block.mixed.withUnsafeBufferPointer { mixed in
            for k in 0..<m {
              for i in 0..<n where mixed[k * n + i] != 0 {
                let factor = mixed[k * n + i]
                // Only the lower triangle by columns is read.
                for j in i..<n { matrix[i * n + j] -= factor * products[k * n + j] }
              }
            }
          }
        }
      }
      for k in 0..<m {
        for j in 0..<n { result.side[j] += group.products[k * n + j] * block.gradient[k] }
      }
      result.groups.append(group)
    }
    return result
  }

  private func eliminated(_ block: Block, damping: Double) -> Reduction.Group? {
    let (n, m) = (sharedCount, block.count)
    guard m > 0 else { return Reduction.Group(inverse: [], products: []) }
    var factor = block.matrix
    for i in 0..<m { factor[i * m + i] = factor[i * m + i] * (1 + damping) + floor.own }
    guard let inverse = LinearAlgebra.inverse(ofPositiveDefinite: factor, order: m) else {
      return nil
    }
    var products = [Double](repeating: 0, count: m * n)
    inverse.withUnsafeBufferPointer { inverse in
      block.mixed.withUnsafeBufferPointer { mixed in
        products.withUnsafeMutableBufferPointer { products in
          for i in 0..<m {
            for k in 0..<m {
              let factor = inverse[i * m + k]
              for j in 0..<n { products[i * n + j] += factor * mixed[k * n + j] }
            }
          }
        }
      }
    }
    return Reduction.Group(inverse: inverse, products: products)
  }

  /// The step to the minimum of the quadratic; `nil` where the unknowns aren't determined.
  package func step(damping: Double) -> Step? {
    guard var reduction = reduced(damping: damping) else { return nil }
    if sharedCount > 0 {
      guard LinearAlgebra.solvePositiveDefinite(&reduction.matrix, &reduction.side) else {
        return nil
      }
    }
    let (n, shared) = (sharedCount, reduction.side)
    let own = zip(blocks, reduction.groups).map { block, group in
      let m = block.count
      return (0..<m).map { i in
        var sum = 0.0
        for j in 0..<m { sum -= group.inverse[i * m + j] * block.gradient[j] }
        for j in 0..<n { sum -= group.products[i * n + j] * shared[j] }
        return sum
      }
    }
    return Step(shared: shared, own: own)
  }
}

// MARK: Covariance

extension BlockNormalEquations.Reduction {
  private var count: Int { side.count }

  /// Adds a multiple of a residual's derivatives to a gradient of the shared unknowns, those of the group having
  /// followed.
  package func add(
    _ factor: Double, shared: [BlockNormalEquations.Slope], group: Int,
    own: [BlockNormalEquations.Slope], to gradient: inout [Double]
  ) {
    for (i, value) in shared { gradient[i] += factor * value }
    let products = groups[group].products
    for (i, value) in own {
      for j in 0..<count { gradient[j] -= factor * value * products[i * count + j] }
    }
  }

  /// The covariance of the shared unknowns for residuals in standard deviations, row by row; `nil` where
  /// they aren't determined.
  ///
  /// - Parameter scores: gradients by errors that several residuals have in common, each of one standard
  ///   deviation (the sandwich estimator; Liang and Zeger 1986).
  package func covariance(scores: [[Double]]) -> [Double]? {
    let n = count
    guard n > 0, let inverse = LinearAlgebra.inverse(ofPositiveDefinite: matrix, order: n) else {
      return nil
    }
    var covariance = inverse
    for score in scores {
      let step = (0..<n).map { i in (0..<n).reduce(0) { $0 + inverse[i * n + $1] * score[$1] } }
      for i in 0..<n {
        for j in 0..<n { covariance[i * n + j] += step[i] * step[j] }
      }
    }
    return covariance
  }
}

import PoseGeometry
import Testing

@testable import Kinematics

/// Two shared unknowns and groups of three, one and none, in random equations.
@Suite struct BlockNormalEquationsTests {
  private static let shared = 2
  private static let counts = [3, 0, 1]
  private static let floor = BlockNormalEquations.Floor(shared: 1e-9, own: 1e-9)

  /// The equations by groups, and all of them in one matrix with their gradient.
  private struct Both {
    var equations = BlockNormalEquations(
      sharedCount: shared, ownCounts: counts, floor: BlockNormalEquationsTests.floor)
    var rows: [(residual: Double, weight: Double, slopes: [Double])] = []
    let count = shared + counts.reduce(0, +)

    init() {
      var random = RandomNumbers(seed: 7)
      func number() -> Double { 2 * random.uniform() - 1 }
      for _ in 0..<12 {
        for (group, size) in counts.enumerated() {
          let (residual, weight) = (number(), 1.1 + number())
          let mine = (0..<shared).map { ($0, number()) }
          let own = (0..<size).map { ($0, number()) }
          equations.add(residual, weight: weight, shared: mine, group: group, own: own)
          var slopes = [Double](repeating: 0, count: count)
          for (i, value) in mine { slopes[i] = value }
          let first = shared + counts[..<group].reduce(0, +)
          for (i, value) in own { slopes[first + i] = value }
          rows.append((residual, weight, slopes))
        }
      }
    }

    /// The whole matrix with damping, and the negative gradient.
    func dense(damping: Double) -> (matrix: [Double], side: [Double]) {
      var matrix = [Double](repeating: 0, count: count * count)
      var side = [Double](repeating: 0, count: count)
      for (residual, weight, slopes) in rows {
        for i in 0..<count {
          side[i] -= weight * slopes[i] * residual
          for j in 0..<count { matrix[j * count + i] += weight * slopes[i] * slopes[j] }
        }
      }
      for i in 0..<count {
        matrix[i * count + i] = matrix[i * count + i] * (1 + damping) + 1e-9
      }
      return (matrix, side)
    }
  }

  @Test(arguments: [0, 1e-3, 10])
  func `a step is that of the whole system`(damping: Double) throws {
    let both = Both()
    var (matrix, expected) = both.dense(damping: damping)
    #expect(LinearAlgebra.solvePositiveDefinite(&matrix, &expected))
    let step = try #require(both.equations.step(damping: damping))
    #expect(step.own.map(\.count) == Self.counts)
    for (a, b) in zip(step.shared + step.own.joined(), expected) { #expect(abs(a - b) < 1e-12) }
  }

  @Test func `the covariance is that of the whole system, and common errors add to it`() throws {
    let both = Both()
    let (matrix, _) = both.dense(damping: 0)
    let n = both.count
    let whole = try #require(LinearAlgebra.inverse(ofPositiveDefinite: matrix, order: n))
    let reduction = try #require(both.equations.reduced(damping: 0))
    let found = try #require(reduction.covariance(scores: []))
    for i in 0..<Self.shared {
      for j in 0..<Self.shared {
        #expect(abs(found[i * Self.shared + j] - whole[i * n + j]) < 1e-12)
      }
    }
    // A residual that is off by 1 moves the unknowns by H⁻¹ times its slopes.
    let slopes = both.rows[0].slopes
    var score = [Double](repeating: 0, count: Self.shared)
    reduction.add(
      1, shared: [(0, slopes[0]), (1, slopes[1])], group: 0,
      own: [(0, slopes[2]), (1, slopes[3]), (2, slopes[4])], to: &score)
    let more = try #require(reduction.covariance(scores: [score]))
    let step = (0..<Self.shared).map { i in
      (0..<n).reduce(0) { $0 + whole[i * n + $1] * slopes[$1] }
    }
    for i in 0..<Self.shared {
      for j in 0..<Self.shared {
        let place = i * Self.shared + j
        #expect(abs(more[place] - found[place] - step[i] * step[j]) < 1e-12)
      }
    }
  }

  @Test func `unknowns that a NaN reaches have no step`() {
    var equations = BlockNormalEquations(sharedCount: 1, ownCounts: [1], floor: Self.floor)
    equations.add(1, weight: .nan, shared: [(0, 1)], group: 0, own: [(0, 1)])
    #expect(equations.step(damping: 0) == nil)
  }
}

/// Rosenbrock's valley as residuals 10 (y − x²) and 1 − x, whose minimum is 0 at (1, 1).
private struct Valley: LeastSquaresProblem {
  var x: Double
  var y: Double

  var cost: Double { 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x) }

  func normalEquations() -> BlockNormalEquations {
    var equations = BlockNormalEquations(
      sharedCount: 1, ownCounts: [1], floor: .init(shared: 0, own: 0))
    equations.add(10 * (y - x * x), weight: 1, shared: [(0, -20 * x)], group: 0, own: [(0, 10)])
    equations.add(1 - x, weight: 1, shared: [(0, -1)])
    return equations
  }

  mutating func move(by step: BlockNormalEquations.Step) {
    x += step.shared[0]
    y += step.own[0][0]
  }
}

@Suite struct LeastSquaresProblemTests {
  @Test(arguments: [(-1.2, 1.0), (3, -2), (0, 0)])
  func `the end of a curved valley is found`(x: Double, y: Double) throws {
    var valley = Valley(x: x, y: y)
    let start = valley.cost
    let found = valley.minimize(iterations: 100)
    let course = try #require(found)
    #expect(abs(valley.x - 1) < 1e-6 && abs(valley.y - 1) < 1e-6)
    #expect(course.cost == valley.cost && course.cost < start && course.iterations < 100)
  }

  @Test func `the limit of iterations is kept, and the cost is never above the first one`() throws {
    var valley = Valley(x: -1.2, y: 1)
    let start = valley.cost
    let found = valley.minimize(iterations: 3)
    let course = try #require(found)
    #expect(course.iterations == 3 && course.cost <= start)
  }

  @Test func `unknowns that aren't determined have no minimum`() {
    var valley = Valley(x: .nan, y: 1)
    let found = valley.minimize(iterations: 10)
    #expect(found == nil)
  }
}

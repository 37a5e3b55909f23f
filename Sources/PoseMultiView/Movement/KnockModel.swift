internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// The least squares of `ReprojectionResiduals`: what the rig file is off by all the time, and rotations of
/// cameras from moments on.
///
/// The errors of the rig file and of the clocks are unknowns as well. A rig that is slightly wrong from the
/// start makes residuals that change as people walk, and those must not be taken for a knock.
struct KnockModel {
  /// A rotation of a view from a moment on.
  struct Knock {
    var view: Int
    /// The first moment after it.
    var index: Int
  }

  /// The unknowns: the views' errors, then three of each knock.
  struct Solution {
    var values: [Double]
    /// The inverse of the normal matrix, for independent errors.
    var inverse: [Double]

    /// The rotation vector of a knock, in radians.
    func rotation(_ knock: Int, views: Int) -> Vector3 {
      let first = ReprojectionResiduals.unknowns * views + 3 * knock
      return Vector3(values[first], values[first + 1], values[first + 2])
    }
  }

  let viewCount: Int
  let times: [Double]
  private let moments: [ReprojectionResiduals.SynchronizedFrame]
  /// Weights of the keypoints, by moment.
  private var weights: [[Double]]
  /// The normal equations of each moment.
  private var matrices: [[Double]] = []
  private var sides: [[Double]] = []
  /// The sums of the same from each moment to the end.
  private var tails: [[Double]] = []
  private var sideTails: [[Double]] = []

  private var count: Int { ReprojectionResiduals.unknowns * viewCount }

  /// One standard deviation beforehand of what a rig file is off by: radians (2°), metres, and seconds of
  /// the clock. Chosen: they hold what the keypoints don't determine.
  private static let prior = (angle: 2 * Double.pi / 180, shift: 0.05, clock: 0.03)
  /// One standard deviation beforehand of each component of a knock: 5°, in radians.
  private static let knockPrior = 5 * Double.pi / 180
  /// A keypoint farther off than this many standard deviations counts less (Huber).
  private static let huber = 2.0

  /// All keypoints count alike at first.
  init(_ equations: ReprojectionResiduals) {
    viewCount = equations.viewCount
    moments = equations.moments
    times = moments.map(\.time)
    weights = moments.map { Array(repeating: 1, count: $0.keypoints.count) }
    sum()
  }

  // MARK: Normal equations

  private mutating func sum() {
    let n = count
    matrices = []
    sides = []
    for (moment, weights) in zip(moments, weights) {
      var (matrix, side) = (
        [Double](repeating: 0, count: n * n), [Double](repeating: 0, count: n)
      )
      for (keypoint, weight) in zip(moment.keypoints, weights) {
        Self.add(keypoint, weight, &matrix, &side, order: n)
      }
      matrices.append(matrix)
      sides.append(side)
    }
    tails = Array(repeating: [], count: matrices.count + 1)
    sideTails = tails
    tails[matrices.count] = [Double](repeating: 0, count: n * n)
    sideTails[matrices.count] = [Double](repeating: 0, count: n)
    for index in matrices.indices.reversed() {
      tails[index] = zip(tails[index + 1], matrices[index]).map { $0 + $1 }
      sideTails[index] = zip(sideTails[index + 1], sides[index]).map { $0 + $1 }
    }
  }

  private static func add(
    _ keypoint: ReprojectionResiduals.Keypoint, _ weight: Double, _ matrix: inout [Double],
    _ side: inout [Double], order n: Int
  ) {
    let size = ReprojectionResiduals.unknowns
    let along = keypoint.place.map { column in
      zip(column, keypoint.residuals).reduce(0) { $0 + $1.0 * $1.1 }
    }
    // What the place explains of each column.
    var explained = [[Double]](
      repeating: [Double](repeating: 0, count: size * keypoint.views.count), count: 3)
    for index in keypoint.views.indices {
      for row in 2 * index...2 * index + 1 {
        for column in 0..<size {
          let value = keypoint.jacobian[row * size + column]
          for axis in 0..<3 {
            explained[axis][size * index + column] += keypoint.place[axis][row] * value
          }
        }
      }
    }
    for (i, view) in keypoint.views.enumerated() {
      for a in 0..<size {
        let rows = (2 * i * size + a, (2 * i + 1) * size + a)
        let (upper, lower) = (keypoint.jacobian[rows.0], keypoint.jacobian[rows.1])
        var value = upper * keypoint.residuals[2 * i] + lower * keypoint.residuals[2 * i + 1]
        for axis in 0..<3 { value -= explained[axis][size * i + a] * along[axis] }
        side[view * size + a] += weight * value
        for b in 0..<size {
          matrix[(view * size + a) * n + view * size + b] +=
            weight
            * (upper * keypoint.jacobian[2 * i * size + b]
              + lower * keypoint.jacobian[(2 * i + 1) * size + b])
        }
        for (j, other) in keypoint.views.enumerated() {
          for b in 0..<size {
            var product = 0.0
            for axis in 0..<3 {
              product += explained[axis][size * i + a] * explained[axis][size * j + b]
            }
            matrix[(view * size + a) * n + other * size + b] -= weight * product
          }
        }
      }
    }
  }

  /// The matrix and the right-hand side with knocks, without the moments that are left out.
  private func system(
    _ knocks: [Knock], without left: Range<Int>?
  ) -> (matrix: [Double], side: [Double]) {
    let (n, size) = (count, ReprojectionResiduals.unknowns)
    let m = n + 3 * knocks.count
    // The sums from a moment to the end.
    func tail(_ index: Int) -> (matrix: [Double], side: [Double]) {
      guard let left, index < left.upperBound else { return (tails[index], sideTails[index]) }
      let first = max(index, left.lowerBound)
      var (matrix, side) = (tails[index], sideTails[index])
      for place in matrix.indices {
        matrix[place] -= tails[first][place] - tails[left.upperBound][place]
      }
      for place in side.indices {
        side[place] -= sideTails[first][place] - sideTails[left.upperBound][place]
      }
      return (matrix, side)
    }
    var matrix = [Double](repeating: 0, count: m * m)
    var side = [Double](repeating: 0, count: m)
    let all = tail(0)
    for i in 0..<n {
      for j in 0..<n { matrix[i * m + j] = all.matrix[i * n + j] }
      side[i] = all.side[i]
      let sigma =
        switch i % size {
        case 0..<3: Self.prior.angle
        case 3..<6: Self.prior.shift
        default: Self.prior.clock
        }
      matrix[i * m + i] += 1 / (sigma * sigma)
    }
    let ends = knocks.map { tail($0.index) }
    for (a, knock) in knocks.enumerated() {
      for i in 0..<3 {
        let (row, place) = (n + 3 * a + i, knock.view * size + i)
        side[row] = ends[a].side[place]
        for j in 0..<n {
          matrix[row * m + j] = ends[a].matrix[place * n + j]
          matrix[j * m + row] = ends[a].matrix[place * n + j]
        }
        for (b, other) in knocks.enumerated() {
          let later = knock.index > other.index ? ends[a] : ends[b]
          for j in 0..<3 {
            matrix[row * m + n + 3 * b + j] = later.matrix[place * n + other.view * size + j]
          }
        }
        matrix[row * m + row] += 1 / (Self.knockPrior * Self.knockPrior)
      }
    }
    return (matrix, side)
  }

  /// The least squares with knocks; `nil` where they aren't determined.
  func solution(_ knocks: [Knock], without left: Range<Int>? = nil) -> Solution? {
    var (matrix, side) = system(knocks, without: left)
    let m = side.count
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &side),
      var inverse = LinearAlgebra.inverse(ofCholeskyFactor: matrix, order: m)
    else { return nil }
    // The lower triangle by columns is the upper one by rows.
    for i in 0..<m { for j in 0..<i { inverse[i * m + j] = inverse[j * m + i] } }
    return Solution(values: side, inverse: inverse)
  }

  /// Weights keypoints by their residuals, and takes their standard deviation from these.
  mutating func reweight(_ knocks: [Knock], _ solution: Solution) {
    let size = ReprojectionResiduals.unknowns
    var squares: [[Double]] = []
    for (index, moment) in moments.enumerated() {
      var values = Array(solution.values[..<count])
      for (place, knock) in knocks.enumerated() where index >= knock.index {
        for i in 0..<3 {
          values[knock.view * size + i] += solution.values[count + 3 * place + i]
        }
      }
      squares.append(
        moment.keypoints.map { keypoint in
          var residuals = keypoint.residuals
          for (i, view) in keypoint.views.enumerated() {
            for row in 2 * i...2 * i + 1 {
              for column in 0..<size {
                residuals[row] -=
                  keypoint.jacobian[row * size + column] * values[view * size + column]
              }
            }
          }
          var square = residuals.reduce(0) { $0 + $1 * $1 }
          for column in keypoint.place {
            let along = zip(column, residuals).reduce(0) { $0 + $1.0 * $1.1 }
            square -= along * along
          }
          let freedom = Double(residuals.count - 3)
          // The median of χ², by Wilson and Hilferty.
          let usual = 1 - 2 / (9 * freedom)
          return max(square, 0) / (freedom * usual * usual * usual)
        })
    }
    guard let scale = squares.flatMap({ $0 }).median, scale > 0 else { return }
    weights = squares.map {
      $0.map { min(1, Self.huber / ($0 / scale).squareRoot()) / scale }
    }
    sum()
  }

  // MARK: Search

  /// Whether a view shows people together with others at a moment.
  func isSeen(_ view: Int, at index: Int) -> Bool {
    matrices[index][(view * ReprojectionResiduals.unknowns) * (count + 1)] > 0
  }

  /// The decrease of the cost by a knock of a view at each moment, beyond what other knocks explain;
  /// 0 where it isn't determined.
  func gains(of view: Int, beyond knocks: [Knock], _ solution: Solution) -> [Double] {
    let (n, size) = (count, ReprojectionResiduals.unknowns)
    let m = n + 3 * knocks.count
    return times.indices.map { index in
      guard index > 0 else { return 0 }
      let end = tails[index]
      var cross = [Double](repeating: 0, count: 3 * m)
      for i in 0..<3 {
        let place = view * size + i
        for j in 0..<n { cross[i * m + j] = end[place * n + j] }
        for (b, other) in knocks.enumerated() {
          let later = index > other.index ? end : tails[other.index]
          for j in 0..<3 {
            cross[i * m + n + 3 * b + j] = later[place * n + other.view * size + j]
          }
        }
      }
      var matrix = SymmetricMatrix3.zero
      var elements = [Double](repeating: 0, count: 9)
      var side = Vector3.zero
      for i in 0..<3 {
        let place = view * size + i
        side[i] = sideTails[index][place]
        for j in 0..<m { side[i] -= cross[i * m + j] * solution.values[j] }
        var row = [Double](repeating: 0, count: m)
        for a in 0..<m where cross[i * m + a] != 0 {
          let factor = cross[i * m + a]
          for b in 0..<m { row[b] += factor * solution.inverse[a * m + b] }
        }
        for j in 0..<3 {
          var value = end[place * n + view * size + j]
          for b in 0..<m { value -= row[b] * cross[j * m + b] }
          elements[3 * i + j] = value
        }
      }
      let least = 1 / (Self.knockPrior * Self.knockPrior)
      matrix = SymmetricMatrix3(
        xx: elements[0] + least, xy: elements[1], xz: elements[2], yy: elements[4] + least,
        yz: elements[5], zz: elements[8] + least)
      return matrix.inverse.map { max(0, side.dot($0 * side)) } ?? 0
    }
  }

  // MARK: Sigmas

  /// The covariance of the last knock's rotation, by leaving out one part of the recording after the other
  /// (the delete-a-group jackknife): errors that last for as long as a part are in it.
  func jackknife(_ knocks: [Knock], parts: Int) -> SymmetricMatrix3? {
    let borders = (0...parts).map { times.count * $0 / parts }
    let found = zip(borders, borders.dropFirst()).compactMap { from, to -> Vector3? in
      guard from < to else { return nil }
      return solution(knocks, without: from..<to)?.rotation(knocks.count - 1, views: viewCount)
    }
    guard found.count > 2 else { return nil }
    let mean = found.reduce(Vector3.zero, +) / Double(found.count)
    let sum = found.reduce(SymmetricMatrix3.zero) { $0 + SymmetricMatrix3(outer: $1 - mean) }
    return sum * (Double(found.count - 1) / Double(found.count))
  }

  /// The differences of a view's rotation between the times before and after each moment; `nil` where one of
  /// them shows too little.
  ///
  /// Errors that last hardly change in so short a time: this is what a knock differs by from all else.
  ///
  /// - Parameters:
  ///   - window: seconds before and after.
  ///   - values: what the rig file is off by.
  func jumps(of view: Int, window: Double, values: [Double]) -> [Vector3?] {
    let (n, size) = (count, ReprojectionResiduals.unknowns)
    let parts = times.indices.map { index -> (SymmetricMatrix3, Vector3) in
      let (matrix, place) = (matrices[index], view * size)
      func at(_ i: Int, _ j: Int) -> Double { matrix[(place + i) * n + place + j] }
      var side = Vector3.zero
      for i in 0..<3 {
        side[i] = sides[index][place + i]
        for j in 0..<n { side[i] -= matrix[(place + i) * n + j] * values[j] }
      }
      return (
        SymmetricMatrix3(
          xx: at(0, 0), xy: at(0, 1), xz: at(0, 2), yy: at(1, 1), yz: at(1, 2), zz: at(2, 2)), side
      )
    }
    func mean(_ range: Range<Int>) -> Vector3? {
      guard range.count(where: { parts[$0].0.trace > 0 }) > 1 else { return nil }
      let least = SymmetricMatrix3(
        diagonal: Vector3(repeating: 1 / (Self.knockPrior * Self.knockPrior)))
      let sums = range.reduce((least, Vector3.zero)) {
        ($0.0 + parts[$1].0, $0.1 + parts[$1].1)
      }
      return sums.0.inverse.map { $0 * sums.1 }
    }
    return times.indices.map { index in
      guard index > 0 else { return nil }
      var (first, last) = (index, index)
      while first > 0, times[first - 1] >= times[index] - window { first -= 1 }
      while last < times.count, times[last] < times[index] + window { last += 1 }
      guard let before = mean(first..<index), let after = mean(index..<last) else { return nil }
      return after - before
    }
  }
}

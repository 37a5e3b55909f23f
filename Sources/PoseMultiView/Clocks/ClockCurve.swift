internal import PoseGeometry
internal import PoseSystem

/// The fit of the movements in two views at each offset between their clocks.
///
/// For each limb the logarithm of the likelihood, up to a constant, with the variance of the misfit of each
/// keypoint unknown: −½ log variance for each step of the grid, the mean over the steps times as many as there
/// would be at the best of all overlaps. Where the cameras' places are known the misfit is the epipolar
/// distance, less its median, which is what a keypoint lies beside the joint and a camera that was turned; else
/// the difference of the vertical speeds, up to a factor.
struct ClockCurve {
  /// The offset of the first value, in steps.
  let first: Int
  /// The values by limb.
  private(set) var limbs: [[Double]]
  /// Over all limbs.
  private(set) var total: [Double]

  /// The shortest overlap that is considered: a share of the shorter recording, and in steps.
  private static let minimumOverlap = (share: 0.5, steps: 40)
  /// Keypoints in common at fewer steps don't count.
  private static let minimumSteps = 20
  /// Keypoints are never nearer to an epipolar line than this, in sizes of the body; nor are vertical speeds
  /// nearer to each other than this share of their own.
  private static let floors = (distance: 0.004, speed: 0.001)
  /// Epipolar distances beyond this are cut down (Geman and McClure), in sizes of the body.
  private static let distanceScale = 0.02

  /// The fit of two views' people.
  ///
  /// - Parameters:
  ///   - offsets: what the second clock may show when the first shows 0, in steps.
  ///   - window: the steps of the first view that count; `nil` for all.
  ///   - essential: the essential matrix, the second view's ray to the left, as its three columns; `nil` where it
  ///     isn't known.
  init(
    _ a: [EvenMovement], _ b: [EvenMovement], offsets: ClosedRange<Int>,
    window: ClosedRange<Int>? = nil, essential: (Vector3, Vector3, Vector3)?
  ) {
    first = offsets.lowerBound
    let count = EvenMovement.limbs.count
    limbs = Array(repeating: Array(repeating: 0, count: offsets.count), count: count)
    total = Array(repeating: 0, count: offsets.count)
    guard !a.isEmpty, !b.isEmpty else { return }
    var worst = [Double](repeating: 0, count: count)
    var isKnown = [Bool](repeating: false, count: offsets.count)
    for (index, offset) in offsets.enumerated() {
      let fits = a.map { p in
        b.map { q in Self.fit(p, q, offset, window, essential) }
      }
      let partners = fits.count == 1 && fits[0].count == 1 ? [0] : Self.partners(fits)
      var sum = [Double](repeating: 0, count: count)
      var steps = 0.0
      for (p, q) in partners.enumerated() where q < b.count {
        guard let fit = fits[p][q] else { continue }
        isKnown[index] = true
        steps += fit.overlap
        for limb in 0..<count { sum[limb] += fit.limbs[limb] }
      }
      for limb in 0..<count {
        limbs[limb][index] = sum[limb]
        if isKnown[index] { worst[limb] = min(worst[limb], sum[limb]) }
      }
    }
    for index in total.indices {
      for limb in 0..<count {
        if !isKnown[index] { limbs[limb][index] = worst[limb] }
        total[index] += limbs[limb][index]
      }
    }
    if essential != nil { subtractMedian() }
  }

  private mutating func subtractMedian() {
    for limb in limbs.indices {
      let median = limbs[limb].median ?? 0
      for index in total.indices {
        limbs[limb][index] -= median
        total[index] -= median
      }
    }
  }

  /// Returns the person of the second view who goes with each of the first.
  private static func partners(_ fits: [[Fit?]]) -> [Int] {
    cheapestAssignment(
      fits.map { row in
        row.map { fit in fit.map { -$0.limbs.reduce(0, +) } ?? 0 } + fits.map { _ in 0 }
      })
  }

  private struct Fit {
    var limbs: [Double]
    var overlap: Double
  }

  private static func fit(
    _ a: EvenMovement, _ b: EvenMovement, _ offset: Int, _ window: ClosedRange<Int>?,
    _ essential: (Vector3, Vector3, Vector3)?
  ) -> Fit? {
    var low = max(a.start, b.start - offset)
    var high = min(a.start + a.count, b.start + b.count - offset)
    var shorter = min(a.count, b.count)
    if let window {
      (low, high) = (max(low, window.lowerBound), min(high, window.upperBound + 1))
      shorter = min(shorter, window.count)
    }
    guard high - low >= max(minimumOverlap.steps, Int(minimumOverlap.share * Double(shorter)))
    else {
      return nil
    }
    var limbs = [Double](repeating: 0, count: EvenMovement.limbs.count)
    var misfits: [Double] = []
    for keypoint in EvenMovement.keypoints.indices {
      let (i, j) = (
        keypoint * a.count + low - a.start, keypoint * b.count + low + offset - b.start
      )
      let value: Double?
      if let essential {
        value = epipolar(a, i, b, j, high - low, essential, &misfits)
      } else {
        value = correlation(a.speeds, i, b.speeds, j, high - low)
      }
      if let value {
        limbs[EvenMovement.limbOfKeypoint[keypoint]] += value * Double(shorter)
      }
    }
    return Fit(limbs: limbs, overlap: Double(high - low))
  }

  /// −½ log of the share of the second's variance that the first leaves unexplained, for each step, times the
  /// share of the steps where both are known.
  private static func correlation(
    _ a: [Double], _ i: Int, _ b: [Double], _ j: Int, _ count: Int
  ) -> Double? {
    var (aa, ab, bb, known) = (0.0, 0.0, 0.0, 0)
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        for step in stride(from: 0, to: count, by: stepping(count)) {
          let (x, y) = (a[i + step], b[j + step])
          guard !x.isNaN, !y.isNaN else { continue }
          aa += x * x
          ab += x * y
          bb += y * y
          known += 1
        }
      }
    }
    guard known >= minimumSteps, aa > 0, bb > 0 else { return nil }
    let r = max(ab, 0) / (aa * bb).squareRoot()
    return -0.5 * log(1 - r * r * (1 - floors.speed)) * Double(known * stepping(count))
      / Double(count)
  }

  /// The step through long recordings, of which about 1200 samples are used.
  private static func stepping(_ count: Int) -> Int { max(1, count / 1200) }

  /// The median of some hundred of the numbers.
  private static func median(_ numbers: [Double]) -> Double? {
    stride(from: 0, to: numbers.count, by: max(1, numbers.count / 100)).map { numbers[$0] }.median
  }

  private static func epipolar(
    _ a: EvenMovement, _ i: Int, _ b: EvenMovement, _ j: Int, _ count: Int,
    _ essential: (Vector3, Vector3, Vector3), _ misfits: inout [Double]
  ) -> Double? {
    misfits.removeAll(keepingCapacity: true)
    let scale = 2 / (a.size + b.size)
    let pace = stepping(count)
    for step in stride(from: 0, to: count, by: pace) {
      let (x, y) = (a.rays[i + step], b.rays[j + step])
      guard !x.x.isNaN, !y.x.isNaN else { continue }
      let line = essential.0 * x.x + essential.1 * x.y + essential.2
      let other = Vector3(y.x, y.y, 1)
      let back = SIMD2(essential.0.dot(other), essential.1.dot(other))
      let square = line.x * line.x + line.y * line.y + back.x * back.x + back.y * back.y
      guard square > 0 else { continue }
      misfits.append(scale * line.dot(other) / square.squareRoot())
    }
    guard misfits.count >= minimumSteps, let median = median(misfits) else { return nil }
    let cut = distanceScale * distanceScale
    var variance = 0.0
    for misfit in misfits {
      let square = (misfit - median) * (misfit - median)
      variance += cut * square / (cut + square)
    }
    variance = variance / Double(misfits.count) + floors.distance * floors.distance
    return -0.5 * log(variance / cut) * Double(misfits.count * pace) / Double(count)
  }

  // MARK: Reading it

  /// The value at an offset in steps, in proportion between two.
  func value(at offset: Double) -> Double {
    let place = min(max(offset - Double(first), 0), Double(total.count - 1))
    let low = min(Int(place), total.count - 2)
    let share = place - Double(low)
    return total[low] + share * (total[low + 1] - total[low])
  }

  /// Slope and curvature near an offset in steps, of all and of each limb, by the parabola through five values;
  /// `nil` at the ends.
  func slopes(at offset: Double) -> (curvature: Double, slope: Double, limbs: [Double])? {
    let middle = Int(offset.rounded()) - first
    guard middle >= 2, middle + 2 < total.count else { return nil }
    let from = offset - Double(middle + first)
    // Savitzky and Golay's coefficients of the parabola through five points.
    func parabola(_ v: [Double]) -> (slope: Double, curvature: Double) {
      let slope =
        (2 * (v[middle + 2] - v[middle - 2]) + v[middle + 1] - v[middle - 1]) / 10
      let curvature =
        (2 * (v[middle + 2] + v[middle - 2]) - v[middle + 1] - v[middle - 1] - 2 * v[middle]) / 7
      return (slope + from * curvature, curvature)
    }
    let all = parabola(total)
    return (all.curvature, all.slope, limbs.map { parabola($0).slope })
  }
}

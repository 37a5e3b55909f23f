internal import PoseGeometry
internal import PoseSystem

/// Knocks that the people in all views show.
struct PeopleKnocks {
  /// A knock that was found, or what the people show at a moment that is known.
  struct Found {
    var candidates: [Int]
    var time: Double
    var timeSigma: Double
    var rotation: Vector3
    var covariance: SymmetricMatrix3
  }

  private var model: KnockModel
  private let viewCount: Int

  /// The most knocks of one recording; a chosen value.
  private static let most = 4
  /// The shortest time before, between and after knocks, in seconds, and the fewest moments there.
  private static let shortest = (time: 0.5, count: 8)
  /// Parts of a recording for the jackknife: at most, and of at least so many seconds. Keypoints' errors last
  /// for tenths of seconds up to seconds.
  private static let parts = (most: 16, fewest: 6, seconds: 1.0)
  /// One standard deviation of what a person's other posture and place change a rotation by, in radians:
  /// 0.12° along each axis (docs/research/calibration.md).
  private static let floor = 0.12 * Double.pi / 180
  /// A knock is so many standard deviations, all three axes together.
  private static let significance = 5.0
  /// A knock happens at once: at its moment at least this share of it, and so many times the usual
  /// difference of windows of so many seconds.
  private static let jump = (share: 0.5, significance: 5.0, window: 0.4)
  /// A camera is out of question if it explains less than the likeliest by so much, in units of half the
  /// logarithm of the likelihood ratio, after allowing for the errors' correlation.
  private static let exclusion = 16.0

  init(_ views: [ViewFusion.View]) {
    viewCount = views.count
    model = KnockModel(ReprojectionResiduals(views))
  }

  /// Whether two views show the same person at some moment.
  var hasPeople: Bool {
    model.times.indices.contains { index in
      (0..<viewCount).contains { model.isSeen($0, at: index) }
    }
  }

  // MARK: Search

  /// The knocks of some views, in the order of their times.
  ///
  /// - Parameters:
  ///   - views: those that may have been knocked.
  ///   - known: knocks that are known: their views and times.
  mutating func search(among views: [Int], known: [(view: Int, time: Double)]) -> [Found] {
    let before = known.map { KnockModel.Knock(view: $0.view, index: index(of: $0.time)) }
    guard var solution = settled(before) else { return [] }
    var found: [(knock: KnockModel.Knock, found: Found)] = []
    while found.count < Self.most {
      let knocks = before + found.map(\.knock)
      guard let next = best(among: views, beyond: knocks, solution) else { break }
      let all = knocks + [next.knock]
      guard let settled = settled(all),
        let judged = judged(all, views, settled)
      else { break }
      solution = settled
      found.append((next.knock, judged))
    }
    return found.map(\.found).sorted { $0.time < $1.time }
  }

  /// What the people show of a knock whose moment is known, beside all others; `nil` where they show too
  /// little.
  mutating func rotation(
    of knock: (view: Int, time: Double), among known: [(view: Int, time: Double)]
  ) -> (rotation: Vector3, covariance: SymmetricMatrix3)? {
    let others = known.filter { $0 != knock }
    let all = (others + [knock]).map { KnockModel.Knock(view: $0.view, index: index(of: $0.time)) }
    guard let last = all.last, hasEnough(last, among: all), let solution = settled(all),
      let covariance = model.jackknife(all, parts: partCount)
    else { return nil }
    return (
      solution.rotation(all.count - 1, views: viewCount),
      covariance + whiteCovariance(solution)
        + SymmetricMatrix3(diagonal: Vector3(repeating: Self.floor * Self.floor))
    )
  }

  private func index(of time: Double) -> Int {
    model.times.firstIndex { $0 > time } ?? model.times.count
  }

  /// The solution with weights that fit it.
  private mutating func settled(_ knocks: [KnockModel.Knock]) -> KnockModel.Solution? {
    guard var solution = model.solution(knocks) else { return nil }
    for _ in 0..<2 {
      model.reweight(knocks, solution)
      guard let next = model.solution(knocks) else { return nil }
      solution = next
    }
    return solution
  }

  private var partCount: Int {
    guard let first = model.times.first, let last = model.times.last else { return 0 }
    let count = Int((last - first) / Self.parts.seconds)
    return min(max(count, Self.parts.fewest), Self.parts.most)
  }

  /// Whether people are seen long enough before and after a knock.
  private func hasEnough(_ knock: KnockModel.Knock, among knocks: [KnockModel.Knock]) -> Bool {
    let others = knocks.filter { $0.view == knock.view && $0.index != knock.index }.map(\.index)
    let from = others.filter { $0 < knock.index }.max() ?? 0
    let to = others.filter { $0 > knock.index }.min() ?? model.times.count
    return [from..<knock.index, knock.index..<to].allSatisfy { range in
      let seen = range.filter { model.isSeen(knock.view, at: $0) }
      guard seen.count >= Self.shortest.count, let first = seen.first, let last = seen.last else {
        return false
      }
      return model.times[last] - model.times[first] >= Self.shortest.time
    }
  }

  /// The knock that explains most.
  private func best(
    among views: [Int], beyond knocks: [KnockModel.Knock], _ solution: KnockModel.Solution
  ) -> (knock: KnockModel.Knock, gain: Double)? {
    var best: (knock: KnockModel.Knock, gain: Double)?
    for view in views {
      let gains = model.gains(of: view, beyond: knocks, solution)
      for index in gains.indices where gains[index] > best?.gain ?? 0 {
        let knock = KnockModel.Knock(view: view, index: index)
        if hasEnough(knock, among: knocks + [knock]) { best = (knock, gains[index]) }
      }
    }
    return best
  }

  // MARK: Judgement

  /// The last knock, if it is beyond doubt.
  private func judged(
    _ knocks: [KnockModel.Knock], _ views: [Int], _ solution: KnockModel.Solution
  ) -> Found? {
    guard let knock = knocks.last, let jackknife = model.jackknife(knocks, parts: partCount) else {
      return nil
    }
    // What isn't observable has the variance that was assumed beforehand.
    let white = whiteCovariance(solution)
    let covariance =
      jackknife + white + SymmetricMatrix3(diagonal: Vector3(repeating: Self.floor * Self.floor))
    let rotation = solution.rotation(knocks.count - 1, views: viewCount)
    guard let inverse = covariance.inverse,
      rotation.dot(inverse * rotation) > Self.significance * Self.significance
    else { return nil }
    let others = Array(knocks.dropLast())
    guard let rest = model.solution(others) else { return nil }
    guard isSudden(knock, rotation, solution) else { return nil }
    let gains = model.gains(of: knock.view, beyond: others, rest)
    // Correlated errors make the likelihood flatter, as they make the covariance larger.
    let inflation = max(1, jackknife.trace / max(white.trace, 1e-300))
    let best = gains[knock.index]
    var candidates: [(view: Int, gain: Double)] = [(knock.view, best)]
    for view in views where view != knock.view {
      let other = model.gains(of: view, beyond: others, rest)
      let near = other.indices.filter { abs(model.times[$0] - model.times[knock.index]) < 0.5 }
      guard let gain = near.map({ other[$0] }).max() else { continue }
      // Two views show no more than how they stand to each other.
      if viewCount == 2 || (best - gain) / inflation < Self.exclusion {
        candidates.append((view, gain))
      }
    }
    let (time, sigma) = moment(gains, knock.index, inflation)
    return Found(
      candidates: candidates.sorted { $0.gain > $1.gain }.map(\.view), time: time,
      timeSigma: sigma, rotation: rotation, covariance: covariance)
  }

  private func whiteCovariance(_ solution: KnockModel.Solution) -> SymmetricMatrix3 {
    let m = solution.values.count
    func at(_ i: Int, _ j: Int) -> Double { solution.inverse[(m - 3 + i) * m + m - 3 + j] }
    return SymmetricMatrix3(
      xx: at(0, 0), xy: at(0, 1), xz: at(0, 2), yy: at(1, 1), yz: at(1, 2), zz: at(2, 2))
  }

  /// The expected moment and its standard deviation, by the likelihood of all moments.
  private func moment(
    _ gains: [Double], _ index: Int, _ inflation: Double
  ) -> (time: Double, sigma: Double) {
    let times = model.times
    let near = gains.indices.filter { $0 > 0 && abs(times[$0] - times[index]) < 2 }
    var (sum, mean, square) = (0.0, 0.0, 0.0)
    for place in near {
      let weight = exp((gains[place] - gains[index]) / (2 * inflation))
      // The knock was between two moments.
      let time = (times[place] + times[place - 1]) / 2
      sum += weight
      mean += weight * time
      square += weight * time * time
    }
    mean /= sum
    let interval = times[index] - times[index - 1]
    return (mean, (max(square / sum - mean * mean, 0) + interval * interval / 12).squareRoot())
  }

  /// Whether most of a knock happens at its moment, and more than elsewhere in the recording.
  private func isSudden(
    _ knock: KnockModel.Knock, _ rotation: Vector3, _ solution: KnockModel.Solution
  ) -> Bool {
    let jumps = model.jumps(
      of: knock.view, window: Self.jump.window, values: solution.values)
    guard let axis = rotation.normalized else { return false }
    let own = jumps.indices.filter {
      abs(model.times[$0] - model.times[knock.index]) <= Self.jump.window / 2
    }.compactMap { jumps[$0]?.dot(axis) }.max()
    guard let own else { return false }
    let elsewhere = jumps.indices.filter {
      abs(model.times[$0] - model.times[knock.index]) > Self.jump.window
    }.compactMap { jumps[$0].map { abs($0.dot(axis)) } }
    // The median of absolute values is 0.6745 standard deviations.
    let usual = (elsewhere.median ?? 0) / 0.6745
    return own > Self.jump.share * rotation.length && own > Self.jump.significance * usual
  }
}

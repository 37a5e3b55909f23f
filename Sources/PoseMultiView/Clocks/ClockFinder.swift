internal import PoseMotion
public import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseSystem

/// Finds how the clocks of several cameras run, from the movement of the people whom they show.
///
/// Without the cameras' poses the vertical speeds of the keypoints are compared, which all upright
/// cameras see alike. With them, the distances of keypoints from the epipolar lines of the other
/// views are compared, which is several times as exact. All pairs of views contribute. The offsets
/// are those of the greatest likelihood, to a fraction of a frame by Newton's method. Their sigmas
/// are those of the sandwich estimator with the limbs as clusters: they reflect the limbs'
/// disagreement.
///
/// In recordings longer than half a minute the offset is found again in parts, and the clock's rate is the line
/// through them.
public struct ClockFinder: Sendable {
  /// Options of the search for clocks.
  public struct Options: Sendable {
    /// The largest offset in seconds.
    public var longestOffset = 10.0

    /// The defaults.
    public init() {}
  }

  private let movements: [[EvenMovement]]
  /// For each pair of views, [t]× R by columns; `nil` where it isn't known.
  private typealias Essentials = [[(Vector3, Vector3, Vector3)?]]
  private let essentials: Essentials
  private let options: Options

  /// Recordings of the same people.
  ///
  /// - Parameters:
  ///   - recordings: two views or more, the first of which has the clock that the others are measured
  ///     against.
  ///   - cameraFromWorld: where the cameras are, in the order of the recordings; `nil` when unknown.
  ///   - options: options of the search.
  public init(
    _ recordings: [KeypointRecording], cameraFromWorld: [RigidTransform]? = nil,
    options: Options = Options()
  ) {
    precondition(
      cameraFromWorld.map { $0.count == recordings.count } ?? true, "a place for each recording")
    movements = recordings.map(EvenMovement.all(in:))
    self.options = options
    essentials = recordings.indices.map { a in
      recordings.indices.map { b in
        guard let places = cameraFromWorld, a != b else { return nil }
        return Self.essential(places[b] * places[a].inverse)
      }
    }
  }

  /// [t]× R by columns; `nil` where two cameras are in one place.
  private static func essential(
    _ secondFromFirst: RigidTransform
  ) -> (Vector3, Vector3, Vector3)? {
    guard let t = secondFromFirst.translation.normalized else { return nil }
    let r = secondFromFirst.rotation
    return (t.cross(r.x), t.cross(r.y), t.cross(r.z))
  }

  // MARK: What is found

  /// Offsets nearer to the best than this are the same maximum, in seconds.
  private static let width = 0.3
  /// The minimum lead of the best offset's likelihood over all others'. The unit is the ratio of
  /// the sandwich's variance to that of independent errors, at least `minimumExcess`: keypoints of
  /// neighbouring frames err alike. Of 72 estimates from rendered people, all that were wrong by
  /// more than two frames fall below it but one: a walking person, without the cameras' poses.
  private static let minimumLead = 3.5
  /// The least ratio of the sandwich's variance to that of independent errors.
  private static let minimumExcess = 8.0
  /// Vertical speeds below this, the root mean square of the fastest keypoint in body sizes a second, are the
  /// detector's own.
  private static let minimumSpeed = 0.03
  /// Offsets at which recordings share less than both of these, in seconds and as a share of the shorter one, aren't
  /// believed: what little is left fits by chance. Of two recordings of 1.65 s whose clocks agree, halves did. Chosen.
  private static let leastOverlap = (seconds: 3.0, share: 0.6)
  /// The least correlation, as the likelihood's height for each step and keypoint.
  private static let minimumFit = 0.02
  /// The sandwich's sigmas times this are those of 36 pairs of rendered views (docs/research/calibration.md).
  private static let inflation = 1.5
  /// The detector's own share of an offset's error, in seconds: what it marks ahead or behind.
  private static let floor = 0.001
  /// The error of an offset that no movement shows, in seconds. A rolling shutter reads an image in
  /// 10 to 30 ms, and the part of that between two views' people is unknown. Chosen by Pose2Sim's
  /// demonstration, whose clocks run alike: six offsets of up to 19 ms.
  private static let shutterSigma = 0.005
  /// Offsets by the cameras' poses and by the speeds alone that are further apart contradict each other. Chosen.
  private static let contradiction = (seconds: 0.1, sigmas: 3.0)

  /// The clocks in the order of the recordings; the first one's is its own.
  ///
  /// With the cameras' poses, they are found by the speeds alone, too. Where the two contradict each other, and the poses
  /// fit the speeds' clock better in a part of the recording, a camera was moved, and the estimate has that doubt
  /// (``ClockEstimate/Doubt-swift.enum/posesContradict(_:offsetSigma:)``).
  public func estimates() -> [ClockEstimate] {
    let found = estimates(essentials)
    guard essentials.contains(where: { $0.contains { $0 != nil } }) else { return found }
    let bySpeeds = estimates(essentials.map { $0.map { _ in nil } })
    let middle = middleTime
    return zip(found, bySpeeds).enumerated().map { place, both in
      let (found, bySpeeds) = both
      guard found.doubt == nil, bySpeeds.doubt == nil, let sigma = found.offsetSigma,
        let other = bySpeeds.offsetSigma,
        abs(found.clock.local(middle) - bySpeeds.clock.local(middle))
          > max(Self.contradiction.seconds, Self.contradiction.sigmas * hypot(sigma, other)),
        fitsBetterInAPart(place, bySpeeds.clock, than: found.clock)
      else { return found }
      var doubted = found
      doubted.doubt = .posesContradict(bySpeeds.clock, offsetSigma: other)
      return doubted
    }
  }

  /// The first view's recording in steps; `nil` where it shows no person.
  private var extent: Range<Int>? {
    guard let start = movements[0].map(\.start).min(),
      let end = movements[0].map({ $0.start + $0.count }).max()
    else { return nil }
    return start..<end
  }

  /// The middle of the first view's recording, in seconds.
  private var middleTime: Double {
    extent.map { Double($0.lowerBound + $0.upperBound) / 2 / EvenMovement.rate } ?? 0
  }

  /// Whether in a third of the recording the poses fit a clock of a view better than another one.
  private func fitsBetterInAPart(_ place: Int, _ clock: ViewClock, than other: ViewClock) -> Bool {
    guard let extent else { return false }
    return (0..<3).contains { part in
      let (start, length) = (extent.lowerBound, extent.count)
      let window = start + part * length / 3...start + (part + 1) * length / 3
      let time = Double(window.lowerBound + window.upperBound) / 2 / EvenMovement.rate
      let (own, best) = (
        (clock.local(time) - time) * EvenMovement.rate,
        (other.local(time) - time) * EvenMovement.rate
      )
      let range = Int(min(own, best)) - 3...Int(max(own, best)) + 3
      let curve = ClockCurve(
        movements[0], movements[place], offsets: range, window: window,
        essential: essentials[0][place])
      return curve.value(at: own) > curve.value(at: best)
    }
  }

  private func estimates(_ essentials: Essentials) -> [ClockEstimate] {
    let places = Array(movements.indices.dropFirst())
    guard !places.isEmpty else { return movements.map { _ in .first } }
    var estimates = [ClockEstimate](
      repeating: ClockEstimate(clock: .same, doubt: .nobodySeen), count: movements.count)
    for place in movements.indices {
      if movements[place].isEmpty { continue }
      estimates[place].doubt = isMoving(place) ? .movementsDiffer : .nobodyMoves
    }
    let usable = movements.indices.filter { estimates[$0].doubt == .movementsDiffer }
    guard usable.first == 0, usable.count > 1 else {
      // Against a first view that shows nothing no clock can be told.
      return movements.indices.map { place in
        place == 0
          ? .first
          : usable.contains(place)
            ? ClockEstimate(clock: .same, doubt: .firstShowsNobody) : estimates[place]
      }
    }
    estimates[0] = .first
    let limit = Int((options.longestOffset * EvenMovement.rate).rounded())
    let curves = curves(usable, essentials) { _, _ in (-limit...limit, nil) }
    var offsets = start(usable, curves, limit)
    guard let fit = refine(usable, &offsets, curves) else { return estimates }
    for (index, place) in usable.enumerated().dropFirst() where fit.information[index - 1] > 0 {
      let offset = (offsets[place] ?? 0) / EvenMovement.rate
      estimates[place] = ClockEstimate(
        clock: ViewClock(offset: offset),
        offsetSigma: hypot(sigma(of: fit.variances[index - 1]), Self.shutterSigma),
        doubt: doubt(
          place, usable, offsets, curves, limit,
          excess: fit.variances[index - 1] * fit.information[index - 1]))
    }
    addRates(to: &estimates, usable, offsets, essentials)
    return estimates
  }

  private func sigma(of variance: Double) -> Double {
    let own = Self.inflation * variance.squareRoot() / EvenMovement.rate
    return (own * own + Self.floor * Self.floor).squareRoot()
  }

  private func isMoving(_ place: Int) -> Bool {
    movements[place].contains { person in
      let levels = EvenMovement.keypoints.indices.compactMap { keypoint -> Double? in
        let speeds = person.speeds[keypoint * person.count..<(keypoint + 1) * person.count]
          .filter { !$0.isNaN }
        return speeds.isEmpty
          ? nil : (speeds.reduce(0) { $0 + $1 * $1 } / Double(speeds.count)).squareRoot()
      }
      return (levels.max() ?? 0) > Self.minimumSpeed
    }
  }

  // MARK: Pairs

  private struct Pair: Hashable {
    var a: Int
    var b: Int
  }

  private func curves(
    _ usable: [Int], _ essentials: Essentials,
    _ range: (Int, Int) -> (offsets: ClosedRange<Int>, window: ClosedRange<Int>?)
  ) -> [Pair: ClockCurve] {
    var curves: [Pair: ClockCurve] = [:]
    for (index, a) in usable.enumerated() {
      for b in usable[(index + 1)...] {
        let (offsets, window) = range(a, b)
        curves[Pair(a: a, b: b)] = ClockCurve(
          movements[a], movements[b], offsets: offsets, window: window,
          essential: essentials[a][b])
      }
    }
    return curves
  }

  /// The value of two views' curve at clocks in steps.
  private func value(
    _ u: Int, _ v: Int, _ offset: Double, _ curves: [Pair: ClockCurve]
  ) -> Double {
    if let curve = curves[Pair(a: u, b: v)] { return curve.value(at: offset) }
    return curves[Pair(a: v, b: u)]?.value(at: -offset) ?? 0
  }

  /// Offsets to whole steps: the pair of views that fits best, and each time the view that fits best to those
  /// that are known.
  private func start(
    _ usable: [Int], _ curves: [Pair: ClockCurve], _ limit: Int
  ) -> [Int: Double] {
    let pairs = curves.sorted { ($0.key.a, $0.key.b) < ($1.key.a, $1.key.b) }
    let heights = pairs.map { pair in pair.value.total.max() ?? 0 }
    guard let best = heights.indices.max(by: { heights[$0] < heights[$1] }) else { return [:] }
    let (pair, curve) = (pairs[best].key, pairs[best].value)
    let peak = curve.total.indices.max { curve.total[$0] < curve.total[$1] } ?? 0
    var offsets = [pair.a: 0.0, pair.b: Double(curve.first + peak)]
    while offsets.count < usable.count {
      var found: (height: Double, view: Int, offset: Double)?
      let known = offsets.sorted { $0.key < $1.key }
      for view in usable where offsets[view] == nil {
        for step in -2 * limit...2 * limit {
          let height = known.reduce(0) {
            $0 + value($1.key, view, Double(step) - $1.value, curves)
          }
          if height > found?.height ?? -.infinity { found = (height, view, Double(step)) }
        }
      }
      guard let found else { break }
      offsets[found.view] = found.offset
    }
    let zero = offsets[usable[0]] ?? 0
    return offsets.mapValues { $0 - zero }
  }

  /// Offsets to a fraction of a step, their variances, and what is known of them, those of the usable views but the first.
  /// Where nothing is known of an offset (0), it stays as it was, and its variance means nothing.
  private func refine(
    _ usable: [Int], _ offsets: inout [Int: Double], _ curves: [Pair: ClockCurve]
  ) -> (variances: [Double], information: [Double])? {
    let n = usable.count - 1
    let limbs = EvenMovement.limbs.count
    var result: (variances: [Double], information: [Double])?
    for _ in 0..<12 {
      var equations = DenseNormalEquations(order: n, floor: 1e-9)
      var information = [Double](repeating: 0, count: n)
      var scores = [[Double]](repeating: information, count: limbs)
      for (i, a) in usable.enumerated() {
        for (j, b) in usable.enumerated() where j > i {
          guard let curve = curves[Pair(a: a, b: b)], let u = offsets[a], let v = offsets[b],
            let slopes = curve.slopes(at: v - u), slopes.curvature < 0
          else { continue }
          let (column, row) = (i - 1, j - 1)
          // Newton's step: the fit is a parabola, whose top is where the difference of the offsets should be.
          equations.term(row, 1)
          information[row] -= slopes.curvature
          for limb in 0..<limbs { scores[limb][row] += slopes.limbs[limb] }
          if column >= 0 {
            equations.term(column, -1)
            information[column] -= slopes.curvature
            for limb in 0..<limbs { scores[limb][column] -= slopes.limbs[limb] }
          }
          equations.add(slopes.slope / slopes.curvature, squaredWeight: -slopes.curvature)
        }
      }
      guard equations.solve(), let inverse = equations.covariance() else { return result }
      for (index, view) in usable.dropFirst().enumerated() {
        offsets[view, default: 0] += min(max(equations.step(of: index), -2), 2)
      }
      func inverseAt(_ i: Int, _ j: Int) -> Double { inverse[min(i, j) * n + max(i, j)] }
      var variances = [Double](repeating: 0, count: n)
      for score in scores {
        for i in 0..<n {
          let part = (0..<n).reduce(0) { $0 + inverseAt(i, $1) * score[$1] }
          variances[i] += part * part * Double(limbs) / Double(limbs - 1)
        }
      }
      result = (variances, information)
      if (0..<n).allSatisfy({ abs(equations.step(of: $0)) < 1e-4 }) { break }
    }
    return result
  }

  private func doubt(
    _ place: Int, _ usable: [Int], _ offsets: [Int: Double], _ curves: [Pair: ClockCurve],
    _ limit: Int, excess: Double
  ) -> ClockEstimate.Doubt? {
    guard let own = offsets[place] else { return .movementsDiffer }
    let others = usable.filter { $0 != place }
    func height(_ offset: Double) -> Double {
      others.reduce(0) { $0 + value($1, place, offset - (offsets[$1] ?? 0), curves) }
    }
    let best = height(own)
    let steps = movements[place].map(\.count).max() ?? 0
    let scale = Double(steps * EvenMovement.keypoints.count * others.count)
    guard best > Self.minimumFit * scale else { return .movementsDiffer }
    let shared = overlap(usable[0], place, own)
    guard shared.seconds >= Self.leastOverlap.seconds || shared.share >= Self.leastOverlap.share
    else { return .shortOverlap(seconds: shared.seconds) }
    let near = Self.width * EvenMovement.rate
    var rival: (height: Double, offset: Double)?
    for step in -limit...limit where abs(Double(step) - own) > near {
      let other = height(Double(step))
      if other > rival?.height ?? 0 { rival = (other, Double(step)) }
    }
    if let rival, best - rival.height < Self.minimumLead * max(excess, Self.minimumExcess) {
      return .ambiguous(other: rival.offset / EvenMovement.rate)
    }
    return nil
  }

  /// The longest time that people of two views share at an offset of their clocks, and its share of the shorter of both.
  private func overlap(_ a: Int, _ b: Int, _ offset: Double) -> (seconds: Double, share: Double) {
    var best = (steps: 0.0, share: 0.0)
    for one in movements[a] {
      for other in movements[b] {
        let start = max(Double(one.start), Double(other.start) - offset)
        let end = min(
          Double(one.start + one.count), Double(other.start + other.count) - offset)
        let share = (end - start) / Double(min(one.count, other.count))
        if end - start > best.steps { best = (end - start, share) }
      }
    }
    return (best.steps / EvenMovement.rate, best.share)
  }

  /// The offsets in whole steps at which the views fit best, near those that are expected, and how well they do.
  private func highest(
    _ usable: [Int], near expected: [Int: Double], _ reach: Int, _ curves: [Pair: ClockCurve]
  ) -> (offsets: [Int: Double], height: Double) {
    var offsets = expected
    func height(_ view: Int, _ offset: Double) -> Double {
      usable.reduce(0) {
        $1 == view ? $0 : $0 + value($1, view, offset - (offsets[$1] ?? 0), curves)
      }
    }
    // Each view by itself while the others stay: a second time, for they may have moved.
    for _ in 0..<(usable.count > 2 ? 2 : 1) {
      for view in usable.dropFirst() {
        let middle = expected[view] ?? 0
        let best = (-reach...reach).max {
          height(view, middle + Double($0)) < height(view, middle + Double($1))
        }
        offsets[view] = middle + Double(best ?? 0)
      }
    }
    return (offsets, usable.dropFirst().reduce(0) { $0 + height($1, offsets[$1] ?? 0) })
  }

  // MARK: Rates

  /// Parts of a recording are this long in seconds, and recordings in parts have this many at least. From one to the
  /// next a clock moves by less than `drift` seconds. All chosen.
  private static let part = (seconds: 12.0, least: 3, drift: 0.25)

  /// Finds the offsets again in parts of the recordings and lays lines through them.
  private func addRates(
    to estimates: inout [ClockEstimate], _ usable: [Int], _ offsets: [Int: Double],
    _ essentials: Essentials
  ) {
    guard let extent else { return }
    let first = extent.lowerBound
    let parts = Int(Double(extent.count) / EvenMovement.rate / Self.part.seconds)
    guard parts >= Self.part.least else { return }
    let reach = Int(Self.part.drift * EvenMovement.rate)
    /// The offsets in a part near those that are expected there, and how well they fit.
    func searched(
      _ part: Int, near expected: [Int: Double]
    ) -> (offsets: [Int: Double], curves: [Pair: ClockCurve], height: Double) {
      let from = first + part * extent.count / parts
      let to = first + (part + 1) * extent.count / parts - 1
      let curves = curves(usable, essentials) { a, b in
        let (u, v) = (expected[a] ?? 0, expected[b] ?? 0)
        let middle = Int((v - u).rounded())
        let shift = Int(u.rounded())
        return (middle - reach...middle + reach, from + shift...to + shift)
      }
      let best = highest(usable, near: expected, reach, curves)
      return (best.offsets, curves, best.height)
    }
    // A clock that drifts is away from its mean at both ends, farther than a peak is wide. It is followed to both sides
    // from where it is best seen.
    let heights = (0..<parts).map { searched($0, near: offsets).height }
    let best = heights.indices.max { heights[$0] < heights[$1] } ?? 0
    var found = [[(time: Double, offset: Double, variance: Double)]](
      repeating: [], count: movements.count)
    for order in [Array(best..<parts), Array((0..<best).reversed())] {
      var expected = searched(best, near: offsets).offsets
      for part in order {
        let (start, curves, _) = searched(part, near: expected)
        var own = start
        guard let fit = refine(usable, &own, curves) else { continue }
        for (index, place) in usable.enumerated().dropFirst() {
          guard let offset = own[place], fit.information[index - 1] > 0,
            abs(offset - (expected[place] ?? 0)) < Double(reach)
          else { continue }
          expected[place] = offset
          let sigma = sigma(of: fit.variances[index - 1])
          let share = (Double(part) + 0.5) / Double(parts)
          let middle = Double(first) + share * Double(extent.count)
          let variance = sigma * sigma + 4 * Self.floor * Self.floor
          found[place].append(
            (middle / EvenMovement.rate, offset / EvenMovement.rate, variance))
        }
      }
    }
    for place in usable.dropFirst() where found[place].count >= Self.part.least {
      guard let line = Line(found[place]) else { continue }
      estimates[place].clock = ViewClock(offset: line.offset, rate: 1 + line.slope)
      estimates[place].rateSigma = line.slopeSigma
      estimates[place].offsetSigma = hypot(line.offsetSigma, Self.shutterSigma)
    }
  }
}

/// The line through offsets in parts of a recording, robustly.
private struct Line {
  private(set) var offset = 0.0
  private(set) var slope = 0.0
  private(set) var offsetSigma = 0.0
  private(set) var slopeSigma = 0.0

  /// `nil` where the times don't differ.
  init?(_ points: [(time: Double, offset: Double, variance: Double)]) {
    var weights = points.map { 1 / $0.variance }
    for _ in 0..<10 {
      let sum = weights.reduce(0, +)
      let time = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.time } / sum
      let mean = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.offset } / sum
      let spread = zip(weights, points).reduce(0) {
        $0 + $1.0 * ($1.1.time - time) * ($1.1.time - time)
      }
      guard spread > 0 else { return nil }
      slope =
        zip(weights, points).reduce(0) {
          $0 + $1.0 * ($1.1.time - time) * ($1.1.offset - mean)
        } / spread
      offset = mean - slope * time
      let misfits = points.map { $0.offset - offset - slope * $0.time }
      // What the parts scatter by more than their sigmas say, counts.
      let chi = zip(points, misfits).reduce(0) { $0 + min($1.1 * $1.1 / $1.0.variance, 9) }
      let scale = max(1, chi / Double(max(points.count - 2, 1)))
      slopeSigma = (scale / spread).squareRoot()
      offsetSigma = (scale * (1 / sum + time * time / spread)).squareRoot()
      weights = zip(points, misfits).map { 1 / $0.variance / (1 + $1 * $1 / $0.variance / 9) }
    }
  }
}

/// The curves of one angle on both sides, or of an angle that has no sides.
struct SidedCurves {
  /// The left side's, or the only one.
  let left: AngleCurve
  /// The right side's; `nil` for an angle without sides.
  let right: AngleCurve?

  /// The curves of an angle of both sides, named without the side.
  init(_ angle: String, of person: PersonMotion) {
    let curves = person.curves(of: ["left", "right"].map { .named($0 + angle) })
    (left, right) = (curves[0], curves[1])
  }

  /// An angle by itself.
  init(_ curve: AngleCurve) { (left, right) = (curve, nil) }

  /// The curves, each with the values of another function in the frames in which it has none.
  ///
  /// - Parameter value: of the left side or not, and a state: radians and one standard deviation.
  func filled(
    of person: PersonMotion,
    by value: (_ isLeft: Bool, PersonMotion.State) -> (value: Double, sigma: Double?)?
  ) -> SidedCurves {
    func filled(_ curve: AngleCurve, isLeft: Bool) -> AngleCurve {
      let angles = curve.values.indices.map { frame -> (value: Double, sigma: Double?)? in
        if let own = curve.values[frame] { return (own, curve.sigmas[frame]) }
        return person.states[frame].flatMap { value(isLeft, $0) }
      }
      return AngleCurve(
        definition: curve.definition, times: curve.times, measured: angles.map { $0?.value },
        sigmas: angles.map { $0?.sigma ?? nil }, isFilled: curve.isFilled)
    }
    return SidedCurves(
      left: filled(left, isLeft: true), right: right.map { filled($0, isLeft: false) })
  }

  private init(left: AngleCurve, right: AngleCurve?) { (self.left, self.right) = (left, right) }

  var all: [AngleCurve] { [left] + (right.map { [$0] } ?? []) }
}

/// The curve in which repetitions are found: one side's, or the mean of both.
struct TrackedAngle {
  /// The curves that it is made of, one or two.
  let curves: [AngleCurve]
  /// Radians at each of the frames.
  let values: [Double?]

  /// A curve by itself.
  init(_ curve: AngleCurve) { (curves, values) = ([curve], curve.values) }

  /// The mean of both sides. Where one isn't seen, it is taken to differ from the other as it does
  /// before and after.
  private init(meanOf left: AngleCurve, _ right: AngleCurve) {
    curves = [left, right]
    var differences: [(index: Int, value: Double)] = []
    for index in left.values.indices {
      if let a = left.values[index], let b = right.values[index] {
        differences.append((index, a - b))
      }
    }
    var next = 0
    values = left.values.indices.map { index in
      switch (left.values[index], right.values[index]) {
      case (let a?, let b?): return (a + b) / 2
      case (nil, nil): return nil
      case (let a, let b):
        while next < differences.count, differences[next].index < index { next += 1 }
        guard !differences.isEmpty else { return left.values[index] ?? right.values[index] }
        let before = differences[max(next - 1, 0)]
        let after = differences[min(next, differences.count - 1)]
        let span = Double(after.index - before.index)
        let share = span > 0 ? min(max(Double(index - before.index) / span, 0), 1) : 0
        let difference = before.value + (after.value - before.value) * share
        return a.map { $0 - difference / 2 } ?? b.map { $0 + difference / 2 }
      }
    }
  }

  /// Returns the angles that are followed: the mean of both sides, or one side if the other isn't
  /// seen or hardly moves. Sides that alternate are followed each by itself.
  static func all(
    of sides: SidedCurves, mayAlternate: Bool, _ thresholds: RepetitionThresholds
  ) -> [TrackedAngle] {
    let left = sides.left
    guard let right = sides.right else { return [TrackedAngle(left)] }
    func seen(_ curve: AngleCurve) -> Double { Double(curve.values.count { $0 != nil }) }
    func spread(_ curve: AngleCurve) -> Double {
      curve.values.compactMap { $0 }.spread(withoutOneIn: thresholds.outliers.count)
    }
    for (measure, least) in [(seen, thresholds.seenSide), (spread, thresholds.movingSide)] {
      let (a, b) = (measure(left), measure(right))
      if a < least.value * b { return [TrackedAngle(right)] }
      if b < least.value * a { return [TrackedAngle(left)] }
    }
    if mayAlternate, correlation(left, right) < thresholds.alternating.value {
      return [TrackedAngle(left), TrackedAngle(right)]
    }
    return [TrackedAngle(meanOf: left, right)]
  }

  /// The pieces of the curve in which no longer time is without a value.
  func pieces(by thresholds: RepetitionThresholds) -> [EvenCurve] {
    let gap = thresholds.longestGap.value
    var pieces: [EvenCurve] = []
    var (times, seen): ([Double], [Double]) = ([], [])
    for (time, value) in zip(curves[0].times, values) {
      guard let value else { continue }
      if let last = times.last, time - last > gap {
        pieces.append(EvenCurve(times: times, values: seen, thresholds: thresholds))
        (times, seen) = ([], [])
      }
      times.append(time)
      seen.append(value)
    }
    if !times.isEmpty {
      pieces.append(EvenCurve(times: times, values: seen, thresholds: thresholds))
    }
    return pieces
  }

  /// The share of the time between two times in which nothing was measured, 0…1.
  func missing(from start: Double, to end: Double) -> Double {
    let frames = curves[0].times.positions(from: start, to: end)
    guard !frames.isEmpty else { return 1 }
    let missing = frames.count { values[$0] == nil || curves[0].isFilled[$0] }
    return Double(missing) / Double(frames.count)
  }

  private static func correlation(_ left: AngleCurve, _ right: AngleCurve) -> Double {
    let pairs = zip(left.values, right.values).compactMap { a, b in
      a.flatMap { a in b.map { (a, $0) } }
    }
    let count = Double(pairs.count)
    guard count > 1 else { return 1 }
    let a = pairs.reduce(0) { $0 + $1.0 } / count
    let b = pairs.reduce(0) { $0 + $1.1 } / count
    let product = pairs.reduce(0) { $0 + ($1.0 - a) * ($1.1 - b) }
    let squares = pairs.reduce(into: (0.0, 0.0)) {
      $0.0 += ($1.0 - a) * ($1.0 - a)
      $0.1 += ($1.1 - b) * ($1.1 - b)
    }
    let norm = (squares.0 * squares.1).squareRoot()
    return norm > 0 ? product / norm : 1
  }
}

extension [Double] {
  /// The largest less the smallest, without one in so many at either end; 0 of none.
  func spread(withoutOneIn share: Int) -> Double {
    let values = sorted()
    guard let last = values.indices.last else { return 0 }
    return values[last - last / share] - values[last / share]
  }
}

internal import Kinematics
import PoseSystem

/// Finds the repetitions of an angle, counted or not.
///
/// A cycle is listed, and counts, from a share of the least range and of the person's own full range
/// on. Their full range is the largest seen, of a large set the second largest.
struct RepetitionFinder {
  /// The rule by which a cycle is a repetition.
  struct Rule {
    /// The end of the angle's range at which the person rests.
    var rest = ExerciseDefinition.RestingEnd.longer
    /// The phase of the working muscles while the angle grows; `nil` for an angle of no exercise.
    var growing: ExerciseDefinition.Phase?
    /// The least range in radians.
    var minimumRange: Double
    /// Whether it also has to be a share of the person's own.
    var isAdaptive = true
    var mayAlternate = false
    var countsAtTurn = false
  }

  /// The person's number.
  let person: Int
  let rule: Rule
  let thresholds: RepetitionThresholds

  /// An angle that is followed, made ready for finding repetitions.
  struct Prepared {
    let angle: TrackedAngle
    /// Of the angle, and of each of its sides.
    let pieces: [EvenCurve]
    let sides: [[EvenCurve]]
  }

  /// Returns the angles that are followed, from the curves of an angle.
  func prepared(_ sides: SidedCurves) -> [Prepared] {
    TrackedAngle.all(of: sides, mayAlternate: rule.mayAlternate, thresholds).map { angle in
      Prepared(
        angle: angle, pieces: angle.pieces(by: thresholds),
        sides: angle.curves.map { TrackedAngle($0).pieces(by: thresholds) })
    }
  }

  /// The repetitions in the order of time.
  func repetitions(in angles: [Prepared]) -> [Repetition] {
    angles.flatMap { repetitions(of: $0) }
      .sorted { ($0.start, $0.turn, $0.angle) < ($1.start, $1.turn, $1.angle) }
  }

  // MARK: One curve

  private func repetitions(of prepared: Prepared) -> [Repetition] {
    let (angle, pieces) = (prepared.angle, prepared.pieces)
    let isRestHigh = isRestHigh(pieces)
    let swing = max(thresholds.swing.value * rule.minimumRange, thresholds.minimumSwing.radians)
    var found: [(excursion: RepetitionCycle, missing: Double)] = []
    for piece in pieces {
      for excursion in RepetitionCycle.all(
        in: isRestHigh ? piece.negated : piece, swing: swing, thresholds: thresholds)
      {
        found.append((excursion, angle.missing(from: excursion.start, to: excursion.end)))
      }
    }
    let own = rule.isAdaptive ? ownRange(found) : 0
    let listed = max(
      thresholds.listed.value * rule.minimumRange, thresholds.listedOfOwn.value * own)
    let full = max(rule.minimumRange, thresholds.countedOfOwn.value * own)
    return found.compactMap { excursion, missing in
      // Shorter ones are joints that jumped away and back, not something that a person did.
      guard excursion.range >= listed, excursion.width >= thresholds.shortestPeak.value else {
        return nil
      }
      let isSeen = missing <= thresholds.unseen.value
      var repetition = repetition(
        of: excursion, angle: angle, sides: prepared.sides, isRestHigh: isRestHigh,
        reason: reason(excursion, full: full, isSeen: isSeen, isRestHigh: isRestHigh))
      repetition.certainty = certainty(
        excursion, full: full, missing: missing, isRestHigh: isRestHigh)
      return repetition
    }
  }

  /// The person's own full range; 0 where none is whole.
  private func ownRange(_ found: [(excursion: RepetitionCycle, missing: Double)]) -> Double {
    let ranges = found.filter {
      $0.missing <= thresholds.unseen.value && $0.excursion.duration >= thresholds.shortest.value
    }
    .map(\.excursion.range).sorted(by: >)
    return ranges.isEmpty ? 0 : ranges[ranges.count < thresholds.largeSet.count ? 0 : 1]
  }

  private func reason(
    _ excursion: RepetitionCycle, full: Double, isSeen: Bool, isRestHigh: Bool
  ) -> Repetition.Reason? {
    if !excursion.isStartSeen { return .startNotSeen }
    if !excursion.isEndSeen, !(rule.countsAtTurn && isRestHigh) { return .endNotSeen }
    if !isSeen { return .notSeen }
    if excursion.range < full { return .partialRange }
    if excursion.duration < thresholds.shortest.value { return .tooFast }
    if excursion.duration > thresholds.longest.value { return .tooSlow }
    return nil
  }

  /// Returns the certainty that a cycle counts, by the limits in `reason`.
  private func certainty(
    _ excursion: RepetitionCycle, full: Double, missing: Double, isRestHigh: Bool
  ) -> Double {
    guard excursion.isStartSeen, excursion.isEndSeen || rule.countsAtTurn && isRestHigh else {
      return 0
    }
    func limit(_ value: Double) -> SoftLimit {
      SoftLimit(limit: value, margin: thresholds.margin.value)
    }
    return limit(full).above(excursion.range)
      * limit(thresholds.shortest.value).above(excursion.duration)
      * limit(thresholds.longest.value).below(excursion.duration)
      * limit(thresholds.unseen.value).below(missing)
  }

  private func isRestHigh(_ pieces: [EvenCurve]) -> Bool {
    if rule.rest == .high { return true }
    guard rule.rest != .low, let first = pieces.first else { return false }
    let values = pieces.flatMap(\.values).sorted()
    let middle = (values[0] + values[values.count - 1]) / 2
    let share = Double(values.count { $0 < middle }) / Double(values.count)
    if rule.rest == .longer, abs(share - 0.5) > thresholds.ambiguity.value { return share < 0.5 }
    return first.values[0] > middle
  }

  /// The width of the range about the limit of a stay, as a share of the cycle, in which it is left out in part; chosen.
  private static let pauseMargin = 0.1

  private func repetition(
    of excursion: RepetitionCycle, angle: TrackedAngle, sides: [[EvenCurve]], isRestHigh: Bool,
    reason: Repetition.Reason?
  ) -> Repetition {
    let direction = isRestHigh ? -1.0 : 1.0
    let curves = sides.map { Self.piece(of: $0, at: excursion.turn) }
    let ranges = curves.map { direction * Self.range(of: $0, in: excursion) }
    // A side that was hidden tells nothing of how far it went, nor of how the sides differ.
    let isSeen = angle.curves.map {
      TrackedAngle($0).missing(from: excursion.start, to: excursion.end) <= thresholds.unseen.value
    }
    let bothSeen = isSeen == [true, true]
    let farther =
      angle.curves.count == 2
        && (isSeen[0] == isSeen[1] ? ranges[1] > ranges[0] : isSeen[1]) ? 1 : 0
    // Of a difference of two measurements.
    let sigmas = angle.curves.map { curve in
      sigma(of: curve, at: excursion.turn).flatMap { turn in
        sigma(of: curve, at: excursion.rests[0]).map { (turn * turn + $0 * $0).squareRoot() }
      }
    }
    let both = zip(ranges, sigmas).map { MotionMeasures.Value(max($0, 0), sigma: $1) }
    let curve = angle.curves[farther]
    // A stay at the turning point is neither eccentric nor concentric. About the limit a part of it counts as one, so that
    // noise makes no jump.
    let stay = excursion.stay.upperBound - excursion.stay.lowerBound
    let beyond = stay / excursion.duration - thresholds.pause.value
    let share = min(max(beyond / Self.pauseMargin + 0.5, 0), 1)
    let first =
      excursion.turn - share * (excursion.turn - excursion.stay.lowerBound) - excursion.start
    let second =
      excursion.end - excursion.turn - share * (excursion.stay.upperBound - excursion.turn)
    let isFirstEccentric = rule.growing.map { ($0 == .eccentric) != isRestHigh }
    // Of what was not seen whole there is no time.
    let times = (
      first: excursion.isStartSeen ? first : nil, second: excursion.isEndSeen ? second : nil
    )
    return Repetition(
      person: person, isCounted: reason == nil, reason: reason, start: excursion.start,
      turn: excursion.turn, end: excursion.end, angle: curve.definition.name,
      rangeOfMotion: angle.curves.count == 1 ? excursion.range : max(ranges[farther], 0),
      rangeOfMotionSigma: sigmas[farther],
      angleAtTurn: curves[farther][time: excursion.turn],
      angleAtTurnSigma: sigma(of: curve, at: excursion.turn),
      eccentricTime: isFirstEccentric.flatMap { $0 ? times.first : times.second },
      concentricTime: isFirstEccentric.flatMap { $0 ? times.second : times.first },
      peakVelocity: curves[farther].greatestSpeed(from: excursion.start, to: excursion.end),
      asymmetry: bothSeen ? .asymmetry(of: both[0], and: both[1]) : nil)
  }

  /// The piece of a side's curve that is next to a time. There is one: the side is followed.
  private static func piece(of pieces: [EvenCurve], at time: Double) -> EvenCurve {
    func distance(_ piece: EvenCurve) -> Double {
      max(piece.start - time, time - piece.time(piece.values.count - 1), 0)
    }
    return pieces.dropFirst().reduce(pieces[0]) { distance($1) < distance($0) ? $1 : $0 }
  }

  /// Returns a side's range, from the cycle's rest to its turning point.
  private static func range(of side: EvenCurve, in excursion: RepetitionCycle) -> Double {
    let rests = excursion.rests.map { side[time: $0] }
    return side[time: excursion.turn] - rests.reduce(0, +) / Double(rests.count)
  }

  /// One standard deviation of a curve at a time. Where the angle wasn't measured then, half of its change
  /// from the frame before to the one after in which it was adds to theirs; `nil` where no frame has one.
  private func sigma(of curve: AngleCurve, at time: Double) -> Double? {
    guard let here = curve.times.nearestPosition(to: time) else { return nil }
    if let sigma = curve.sigmas[here] { return sigma }
    func isMeasured(_ position: Int) -> Bool {
      curve.values[position] != nil && curve.sigmas[position] != nil
    }
    let near = [
      (0..<here).last(where: isMeasured), (here..<curve.times.count).first(where: isMeasured),
    ].compactMap { $0 }
    guard let sigma = near.compactMap({ curve.sigmas[$0] }).max() else { return nil }
    let values = near.compactMap { curve.values[$0] }
    // At an end of what was seen the change is unknown: as large as the angle's own spread.
    let change =
      values.count == 2
      ? abs(values[1] - values[0])
      : curve.values.compactMap { $0 }.spread(withoutOneIn: thresholds.outliers.count)
    return (sigma * sigma + change * change / 4).squareRoot()
  }
}

/// A curve on even steps of time, without spikes and jitter, in which repetitions are looked for.
/// Frames come at uneven times and at any rate; what is a spike, and what a repetition, doesn't
/// depend on that.
struct EvenCurve {
  /// Seconds from one value to the next.
  static let step = 1.0 / 60

  /// The time of the first value in seconds.
  let start: Double
  /// The values.
  let values: [Double]

  /// The curve through values at growing times, at least one; straight in between.
  init(
    times: [Double], values: [Double],
    thresholds: RepetitionThresholds = ExerciseThresholds.standard.repetitions
  ) {
    precondition(times.count == values.count && !times.isEmpty, "a curve needs values")
    start = times[0]
    let count = Int((times[times.count - 1] - times[0]) / Self.step) + 1
    var even: [Double] = []
    even.reserveCapacity(count)
    var next = 1
    for index in 0..<count {
      let time = times[0] + Double(index) * Self.step
      while next < times.count - 1, times[next] < time { next += 1 }
      guard next < times.count else {
        even.append(values[0])
        continue
      }
      let share = (time - times[next - 1]) / (times[next] - times[next - 1])
      even.append(values[next - 1] + (values[next] - values[next - 1]) * min(max(share, 0), 1))
    }
    self.values = Self.smoothed(
      Self.withoutSpikes(even, of: thresholds.spike.value), by: thresholds.jitter.value)
  }

  private init(start: Double, values: [Double]) { (self.start, self.values) = (start, values) }

  /// The curve upside down.
  var negated: EvenCurve { EvenCurve(start: start, values: values.map { -$0 }) }

  /// The time of a value.
  func time(_ index: Int) -> Double { start + Double(index) * Self.step }

  /// The value at a time, between the neighbours; beyond an end, that of the end.
  subscript(time time: Double) -> Double {
    let position = (time - start) / Self.step
    guard position > 0 else { return values[0] }
    let index = Int(position)
    guard index < values.count - 1 else { return values[values.count - 1] }
    let share = position - Double(index)
    return values[index] * (1 - share) + values[index + 1] * share
  }

  /// The greatest speed between two times, in units a second.
  func greatestSpeed(from first: Double, to last: Double) -> Double {
    let lower = max(Int((first - start) / Self.step), 1)
    let upper = min(Int((last - start) / Self.step) + 1, values.count - 2)
    guard lower <= upper else { return 0 }
    return (lower...upper).map { abs(values[$0 + 1] - values[$0 - 1]) / (2 * Self.step) }.max() ?? 0
  }

  /// The running median.
  private static func withoutSpikes(_ values: [Double], of length: Double) -> [Double] {
    let medianRadius = Int(length / step)
    return values.indices.map { index in
      let radius = min(medianRadius, index, values.count - 1 - index)
      return values[(index - radius)...(index + radius)].sorted()[radius]
    }
  }

  /// Through a Gaussian of six values to either side.
  private static func smoothed(_ values: [Double], by deviation: Double) -> [Double] {
    let gaussian = (0...6).map { exp(-0.5 * pow(Double($0) * step / deviation, 2)) }
    return values.indices.map { index in
      // As far to one side as to the other, so that a slope stays where it is at the ends.
      let radius = min(gaussian.count - 1, index, values.count - 1 - index)
      var sum = values[index]
      var weight = 1.0
      for offset in 0..<radius {
        sum += gaussian[offset + 1] * (values[index - offset - 1] + values[index + offset + 1])
        weight += 2 * gaussian[offset + 1]
      }
      return sum / weight
    }
  }
}

internal import Kinematics

/// Finds the repetitions of an angle, counted or not.
///
/// An excursion is listed where it makes up half of the least range, and 35 % of the person's own
/// full range; it counts from the least range on, and 70 % of the person's own. Their full range is
/// the largest seen, of eight or more the second largest.
struct RepetitionFinder {
  /// What a repetition is.
  struct Rule {
    /// Where the person rests.
    var rest = ExerciseDefinition.RestingEnd.longer
    /// What the working muscles do while the angle grows; `nil` for an angle that isn't an exercise's.
    var growing: ExerciseDefinition.Phase?
    /// The least range in radians.
    var minimumRange: Double
    /// Whether it also has to be 70 % of the person's own.
    var isAdaptive = true
    var mayAlternate = false
    var countsAtTurn = false
  }

  /// The person's number.
  let person: Int
  let rule: Rule

  /// The longest time without a value through which a curve is followed, in seconds.
  private static let longestGap = 2.0

  /// The repetitions in the order of time.
  func repetitions(in sides: SidedCurves) -> [Repetition] {
    FollowedAngle.all(of: sides, mayAlternate: rule.mayAlternate)
      .flatMap { repetitions(of: $0) }
      .sorted { ($0.start, $0.turn, $0.angle) < ($1.start, $1.turn, $1.angle) }
  }

  // MARK: One curve

  private func repetitions(of angle: FollowedAngle) -> [Repetition] {
    let pieces = angle.pieces(gap: Self.longestGap)
    let isRestHigh = isRestHigh(pieces)
    let swing = max(0.3 * rule.minimumRange, 5 * .pi / 180)
    var found: [(excursion: Excursion, isSeen: Bool)] = []
    for piece in pieces {
      for excursion in Excursion.all(in: isRestHigh ? piece.negated : piece, swing: swing) {
        let missing = angle.missing(from: excursion.start, to: excursion.end)
        found.append((excursion, missing <= 0.4))
      }
    }
    let whole = found.filter { $0.isSeen && $0.excursion.duration >= minimumDuration }
      .map(\.excursion.range).sorted(by: >)
    let typical = whole.isEmpty ? 0 : whole[whole.count < 8 ? 0 : 1]
    let listed = max(0.5 * rule.minimumRange, rule.isAdaptive ? 0.35 * typical : 0)
    let full = max(rule.minimumRange, rule.isAdaptive ? 0.7 * typical : 0)
    let sides = angle.curves.map { FollowedAngle($0).pieces(gap: Self.longestGap) }
    return found.compactMap { excursion, isSeen in
      // Shorter ones are joints that jumped away and back, not something that a person did.
      guard excursion.range >= listed, excursion.width >= 0.12 else { return nil }
      return repetition(
        of: excursion, angle: angle, sides: sides, isRestHigh: isRestHigh,
        reason: reason(excursion, full: full, isSeen: isSeen, isRestHigh: isRestHigh))
    }
  }

  private var minimumDuration: Double { ExerciseDefinition.duration.lowerBound }

  private func reason(
    _ excursion: Excursion, full: Double, isSeen: Bool, isRestHigh: Bool
  ) -> Repetition.Reason? {
    if !excursion.isStartSeen { return .startNotSeen }
    if !excursion.isEndSeen, !(rule.countsAtTurn && isRestHigh) { return .endNotSeen }
    if !isSeen { return .notSeen }
    if excursion.range < full { return .partialRange }
    if excursion.duration < ExerciseDefinition.duration.lowerBound { return .tooFast }
    if excursion.duration > ExerciseDefinition.duration.upperBound { return .tooSlow }
    return nil
  }

  private func isRestHigh(_ pieces: [EvenCurve]) -> Bool {
    guard rule.rest != .low, let first = pieces.first else { return false }
    let values = pieces.flatMap(\.values).sorted()
    let middle = (values[0] + values[values.count - 1]) / 2
    let share = Double(values.count { $0 < middle }) / Double(values.count)
    if rule.rest == .longer, abs(share - 0.5) > 0.05 { return share < 0.5 }
    return first.values[0] > middle
  }

  private func repetition(
    of excursion: Excursion, angle: FollowedAngle, sides: [[EvenCurve]], isRestHigh: Bool,
    reason: Repetition.Reason?
  ) -> Repetition {
    let direction = isRestHigh ? -1.0 : 1.0
    let curves = sides.map { Self.piece(of: $0, at: excursion.turn) }
    let ranges = curves.map { direction * Self.range(of: $0, in: excursion) }
    let farther = ranges.count == 2 && ranges[1] > ranges[0] ? 1 : 0
    var asymmetry: Double?
    if ranges.count == 2, ranges[0] + ranges[1] > 0 {
      asymmetry = (ranges[0] - ranges[1]) / ((ranges[0] + ranges[1]) / 2)
    }
    let curve = angle.curves[farther]
    let turnSigma = Self.sigma(of: curve, at: excursion.turn)
    let restSigma = Self.sigma(of: curve, at: excursion.rests[0])
    // A stay at the turning point is neither giving way nor shortening.
    let stay = excursion.stay.upperBound - excursion.stay.lowerBound
    let pauses = stay > 0.25 * excursion.duration
    let first = (pauses ? excursion.stay.lowerBound : excursion.turn) - excursion.start
    let second = excursion.end - (pauses ? excursion.stay.upperBound : excursion.turn)
    let isFirstEccentric = rule.growing.map { ($0 == .eccentric) != isRestHigh }
    // Of what was not seen whole there is no time.
    let times = (
      first: excursion.isStartSeen ? first : nil, second: excursion.isEndSeen ? second : nil
    )
    return Repetition(
      person: person, isCounted: reason == nil, reason: reason, start: excursion.start,
      turn: excursion.turn, end: excursion.end, angle: curve.definition.name,
      rangeOfMotion: angle.curves.count == 1 ? excursion.range : max(ranges[farther], 0),
      rangeOfMotionSigma: turnSigma.flatMap { a in
        restSigma.map { (a * a + $0 * $0).squareRoot() }
      },
      angleAtTurn: curves[farther][time: excursion.turn],
      eccentricTime: isFirstEccentric.flatMap { $0 ? times.first : times.second },
      concentricTime: isFirstEccentric.flatMap { $0 ? times.second : times.first },
      peakVelocity: curves[farther].greatestSpeed(from: excursion.start, to: excursion.end),
      asymmetry: asymmetry)
  }

  /// The piece of a side's curve that is next to a time. There is one: the side is followed.
  private static func piece(of pieces: [EvenCurve], at time: Double) -> EvenCurve {
    func distance(_ piece: EvenCurve) -> Double {
      max(piece.start - time, time - piece.time(piece.values.count - 1), 0)
    }
    return pieces.dropFirst().reduce(pieces[0]) { distance($1) < distance($0) ? $1 : $0 }
  }

  /// How far a side goes: from where rest is to the turning point.
  private static func range(of side: EvenCurve, in excursion: Excursion) -> Double {
    let rests = excursion.rests.map { side[time: $0] }
    return side[time: excursion.turn] - rests.reduce(0, +) / Double(rests.count)
  }

  private static func sigma(of curve: AngleCurve, at time: Double) -> Double? {
    curve.times.nearestPosition(to: time).flatMap { curve.sigmas[$0] }
  }
}

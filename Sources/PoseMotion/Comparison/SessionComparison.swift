internal import Foundation

/// Two sessions of one person: what differs, and whether that is more than the measurement could make.
///
/// A difference has three sources: the person changed, the repetitions of a session differ among themselves, and
/// the measurement errs. The spread of the repetitions shows the second. Of the third, errors that both sessions
/// share cancel: the same body, view and camera bend an angle the same way. What remains of the stated sigmas is
/// `residualShare` of each session, which was measured.
public struct SessionComparison: Sendable {
  /// The meaning of a difference.
  public enum Verdict: String, Sendable {
    /// The difference is beyond the minimal detectable change.
    case changed
    /// It is within it: the sessions are not shown to differ, nor to be alike.
    case noChangeShown
    /// There is no sigma.
    case unknown
  }

  /// A condition in which the sessions differ, so that their errors may differ too.
  public enum Condition: String, Sendable {
    /// The exercises differ: measures of repetitions mean different things.
    case exercise
    /// The persons face the camera differently by more than 20°.
    case view
    /// The distances to the camera differ by more than a quarter.
    case distance
    /// The limbs' proportions differ as those of two people do. One camera without depth sees average proportions,
    /// and hardly tells people apart.
    case person
    /// One session has fewer than three repetitions or strides.
    case fewRepetitions
    /// All values are the same: it is one recording, which can't differ from itself.
    case sameRecording
  }

  /// The kind of pairs that are compared.
  public enum Pairing: String, Sendable {
    /// Two sessions.
    case sessions
    /// The left side against the right of one session.
    case sides
  }

  /// One measure in both sessions.
  public struct Row: Sendable, Equatable {
    /// The measure's name; of two sides without the side (`kneeFlexion.maximum`).
    public var name: String
    /// The unit of the values.
    public var unit: SessionSummary.Measure.Unit
    /// The mean of the first session's repetitions, or of the left side.
    public var before: MotionMeasures.Value
    /// The mean of the second's, or of the right side.
    public var after: MotionMeasures.Value
    /// The number of values of each mean.
    public var counts: (before: Int, after: Int)
    /// After less before, or left less right, with its sigma, from which shared errors are gone.
    public var difference: MotionMeasures.Value
    /// The smallest difference that is distinct from none with 95 % confidence; `nil` when unknown.
    public var minimalDetectableChange: Double?

    /// The meaning of the difference.
    public var verdict: Verdict {
      guard let limit = minimalDetectableChange else { return .unknown }
      return abs(difference.value) > limit ? .changed : .noChangeShown
    }

    /// Whether all of two rows is equal.
    public static func == (a: Row, b: Row) -> Bool {
      a.name == b.name && a.unit == b.unit && a.before == b.before && a.after == b.after
        && a.counts == b.counts && a.difference == b.difference
        && a.minimalDetectableChange == b.minimalDetectableChange
    }
  }

  /// The kind of pairs that are compared.
  public let pairing: Pairing
  /// The first session.
  public let before: SessionSummary
  /// The second; of two sides the same one.
  public let after: SessionSummary
  /// The measures that both have.
  public let rows: [Row]
  /// The conditions in which the sessions differ.
  public let differences: [Condition]
  /// The share of a stated sigma that is taken to remain in the difference.
  public let residualShare: Double

  /// The share where exercise, view and distance are known to be alike.
  ///
  /// Measured with squats and sit-to-stands of a real man whose marker positions were projected into virtual
  /// cameras that stood about 5° and 6 % elsewhere in the next session, with keypoints that erred by 6
  /// pixels in each frame and by 4 in a whole session: with 0.3, 3 % of 2,200 unchanged angles were beyond the
  /// limit of 5 %. The rest is for other people and detectors.
  static let sharedConditions = 0.4
  /// The share where the view differs: nothing is taken to cancel.
  static let otherConditions = 1.0

  /// Compares a second session with a first one.
  public init(before: SessionSummary, after: SessionSummary) {
    self.init(before: before, after: after, among: 1)
  }

  /// Compares one of several later sessions with a first one.
  ///
  /// - Parameter count: the later sessions. With all of them together a measure that didn't change comes out as
  ///   changed with 5 % at most (Bonferroni's inequality).
  init(before: SessionSummary, after: SessionSummary, among count: Int) {
    pairing = .sessions
    (self.before, self.after) = (before, after)
    differences = Self.differences(before, after)
    let isShared =
      differences.allSatisfy { [.fewRepetitions, .sameRecording].contains($0) } && !before.isGait
      && [before, after].allSatisfy { $0.facing != nil && $0.distance != nil }
    let share = isShared ? Self.sharedConditions : Self.otherConditions
    residualShare = share
    let isOnePerson = !differences.contains(.person)
    rows = before.measures.compactMap { first in
      guard let second = after.measures.first(where: { $0.name == first.name }) else { return nil }
      return Self.row(
        first, second, share, among: count, isOnePerson: isOnePerson)
    }
  }

  /// Whether no measure has a sigma, so that no verdict can be given. Times have none and need none.
  public var isWithoutSigmas: Bool {
    rows.allSatisfy { $0.verdict == .unknown || $0.unit == .second }
  }

  /// Compares the left side of a session with its right one, repetition by repetition.
  public init(sidesOf session: SessionSummary) {
    pairing = .sides
    (before, after) = (session, session)
    differences = session.repetitions < 3 ? [.fewRepetitions] : []
    residualShare = Self.otherConditions
    rows = session.measures.compactMap { left in
      guard left.name.hasPrefix("left") else { return nil }
      let name = String(left.name.dropFirst("left".count))
      guard let right = session.measures.first(where: { $0.name == "right" + name }) else {
        return nil
      }
      return Self.row(sides: left, right, named: name.prefix(1).lowercased() + name.dropFirst())
    }
  }

  // MARK: Rows

  private static func row(
    _ first: SessionSummary.Measure, _ second: SessionSummary.Measure, _ share: Double,
    among count: Int = 1, isOnePerson: Bool = true
  ) -> Row {
    let (a, b) = (first.values, second.values)
    let parts = [first, second].map { variance(of: $0, share) }
    let difference = b.mean - a.mean
    var row = Row(
      name: first.name, unit: first.unit, before: value(of: first), after: value(of: second),
      counts: (a.count, b.count), difference: MotionMeasures.Value(difference))
    if let one = parts[0], let other = parts[1] {
      let own = one.random + one.shared + other.random + other.shared
      let sigma = (own + scaleVariance(first, second, isOnePerson: isOnePerson)).squareRoot()
      row.difference.sigma = sigma
      row.minimalDetectableChange =
        sigma
        * StudentT.limit(
          beyond: 0.05 / Double(count), freedom: freedom(of: [(one, a.count), (other, b.count)]))
    }
    return row
  }

  /// The variance of a difference by what all lengths have wrong alike: of one person the same in both measures, where their
  /// height is known as well in both.
  private static func scaleVariance(
    _ first: SessionSummary.Measure, _ second: SessionSummary.Measure, isOnePerson: Bool
  ) -> Double {
    let (a, b) = (first.scaleSigma * first.values.mean, second.scaleSigma * second.values.mean)
    let isShared = isOnePerson && first.scaleSigma == second.scaleSigma
    return isShared ? (b - a) * (b - a) : a * a + b * b
  }

  private static func row(
    sides left: SessionSummary.Measure, _ right: SessionSummary.Measure, named name: String
  ) -> Row {
    let isPaired = left.repetitions == right.repetitions
    guard isPaired else {
      var row = row(right, left, otherConditions)
      (row.name, row.before, row.after) = (name, row.after, row.before)
      row.counts = (row.counts.after, row.counts.before)
      // Steps of both sides share their strikes: one is too long by what the other is too short.
      if let sigma = row.difference.sigma, sigma > 0, let sides = left.sidesSigma, sides > sigma {
        row.difference.sigma = sides
        row.minimalDetectableChange = row.minimalDetectableChange.map { $0 * sides / sigma }
      }
      return row
    }
    let differences = zip(left.values, right.values).map { $0 - $1 }
    let sigma = left.sigma.flatMap { l in
      right.sigma.map { r in (l * l + r * r).squareRoot() }
    }
    let paired = SessionSummary.Measure(
      name: name, unit: left.unit, values: differences, sigma: sigma)
    var row = Row(
      name: name, unit: left.unit, before: value(of: left), after: value(of: right),
      counts: (left.values.count, right.values.count),
      difference: MotionMeasures.Value(differences.mean))
    if let part = variance(of: paired, otherConditions) {
      row.difference.sigma = (part.random + part.shared).squareRoot()
      row.minimalDetectableChange =
        (part.random + part.shared).squareRoot()
        * StudentT.limit(beyond: 0.05, freedom: freedom(of: [(part, differences.count)]))
    }
    return row
  }

  /// A mean with all that it has wrong.
  private static func value(of measure: SessionSummary.Measure) -> MotionMeasures.Value {
    MotionMeasures.Value(
      measure.values.mean,
      sigma: variance(of: measure, otherConditions).map { variance in
        let scale = measure.scaleSigma * measure.values.mean
        return (variance.random + variance.shared + scale * scale).squareRoot()
      })
  }

  /// The variance of a mean by the spread of its values, and by errors that all of them share.
  private typealias Variance = (random: Double, shared: Double)

  private static func variance(of measure: SessionSummary.Measure, _ share: Double) -> Variance? {
    // The spread alone would leave out what all repetitions have wrong.
    guard let sigma = measure.sigma else { return nil }
    let count = measure.values.count
    guard count > 1 else {
      // One repetition shows no spread: all of its sigma stands for it.
      return sigma > 0 ? (0, sigma * sigma) : nil
    }
    let spread = measure.values.standardDeviation
    return (spread * spread / Double(count), sigma * sigma * share * share)
  }

  /// The degrees of freedom of a sum of variances (Welch 1947, Satterthwaite 1946); those of stated sigmas are
  /// infinite.
  private static func freedom(of parts: [(variance: Variance, count: Int)]) -> Double {
    let total = parts.reduce(0) { $0 + $1.variance.random + $1.variance.shared }
    let spread = parts.reduce(0.0) { sum, part in
      part.count > 1
        ? sum + part.variance.random * part.variance.random / Double(part.count - 1) : sum
    }
    guard total > 0, spread > 0 else { return .infinity }
    return max(1, total * total / spread)
  }

  // MARK: Conditions

  /// Views that differ by more than this are pointed out; chosen.
  private static let differentView = 20 * Double.pi / 180
  /// The ratio of distances beyond which they are pointed out; chosen.
  private static let differentDistance = 1.25
  /// A segment's share of the limbs that tells two people apart: videos of one person differ by less.
  private static let differentProportion = 0.12

  private static func differences(
    _ before: SessionSummary, _ after: SessionSummary
  ) -> [Condition] {
    var found: [Condition] = []
    if before.exercise != after.exercise { found.append(.exercise) }
    if let a = before.facing?.value, let b = after.facing?.value,
      abs(remainder(a - b, 2 * .pi)) > differentView
    {
      found.append(.view)
    }
    if let a = before.distance?.value, let b = after.distance?.value,
      max(a / b, b / a) > differentDistance
    {
      found.append(.distance)
    }
    let isOther = before.proportions.contains { name, share in
      after.proportions[name].map { abs(log($0 / share)) > differentProportion } ?? false
    }
    if isOther { found.append(.person) }
    if min(before.repetitions, after.repetitions) < 3 { found.append(.fewRepetitions) }
    if !before.measures.isEmpty, before.measures == after.measures,
      before.facing == after.facing, before.distance == after.distance,
      !found.contains(.exercise), !found.contains(.person)
    {
      found.append(.sameRecording)
    }
    return found
  }
}

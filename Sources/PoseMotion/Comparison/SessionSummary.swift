internal import Foundation
internal import PoseGeometry
internal import Kinematics
public import Pose3D

/// The basis for comparing two sessions of a person: measures of every repetition, and the
/// conditions of the recording.
public struct SessionSummary: Sendable {
  /// A measure with one value for every repetition.
  public struct Measure: Sendable, Equatable {
    /// The unit of the values.
    public enum Unit: String, Sendable {
      case radian
      case radianPerSecond
      case second
      case metre
      case metrePerSecond
      case perMinute
      /// A fraction, 0.1 for 10 %.
      case fraction
    }

    /// Its name in files: an angle and what is taken of it (`leftKneeFlexion.maximum`), or a member of a
    /// repetition (`duration`).
    public var name: String
    /// The unit of the values.
    public var unit: Unit
    /// The values, in the order of the repetitions.
    public var values: [Double]
    /// The repetition of each value, from 0: in some a measure may be missing.
    public var repetitions: [Int]
    /// One standard deviation of a single value as the measurement states it, a mean square over the
    /// repetitions; 0 for times, which err by less than they differ; `nil` when unknown.
    public var sigma: Double?
    /// One standard deviation, as a share of the values, of what all lengths of the person have wrong alike by their height.
    /// It is not in `sigma`.
    public var scaleSigma = 0.0
    /// One standard deviation of the mean of this side less that of the other, where what is wrong with one is wrong with
    /// the other as well; `nil` where both err on their own.
    public var sidesSigma: Double?

    /// A measure from its values, which are those of the repetitions from the first on if `repetitions` is `nil`.
    public init(
      name: String, unit: Unit, values: [Double], sigma: Double?, repetitions: [Int]? = nil
    ) {
      precondition(
        repetitions?.count ?? values.count == values.count, "a repetition for each value")
      (self.name, self.unit, self.values, self.sigma) = (name, unit, values, sigma)
      self.repetitions = repetitions ?? Array(values.indices)
    }
  }

  /// The file or the name of the session.
  public var name: String
  /// The exercise's word, the angle whose cycles were counted, or `walking` or `running`; `nil` where there is none.
  public var exercise: String?
  /// The number of counted repetitions, or of strides; 0 where the whole session is taken as one.
  public var repetitions: Int
  /// Whether the person walks or runs: the measures are those of steps and strides.
  var isGait = false
  /// The word for what is measured several times.
  package var cycleWord: String { isGait ? "stride" : "repetition" }
  /// The measures.
  public var measures: [Measure]
  /// Angles over the cycle.
  public var cycles: [AngleCycle]
  /// The direction in which the pelvis faces, seen from above: 0 towards the camera, π/2 with the person's
  /// left side towards it, the mean over the session in radians; `nil` when it can't be told.
  public var facing: MotionMeasures.Value?
  /// Metres from the camera to the pelvis, the median; `nil` when unknown.
  public var distance: MotionMeasures.Value?
  /// Lengths of limb segments as fractions of their sum, by segment (`thigh`); empty when unknown. They only
  /// serve to notice another person.
  var proportions: [String: Double]
  /// The body height.
  public var stature: Stature
}

extension SessionSummary {
  /// A summary of one person's session.
  ///
  /// Frames in which a gap was filled are left out.
  ///
  /// - Parameters:
  ///   - person: the person over time.
  ///   - analysis: what they do.
  ///   - gait: their walking or running, which counts where no repetition does.
  ///   - name: the session's name.
  ///   - isInCameraFrame: whether x of the positions is to the right of a camera and z away from it, so that the view
  ///     is known.
  ///   - hasCamera: whether their origin is that camera, so that the distance is known.
  public init(
    of person: PersonMotion, _ analysis: ExerciseAnalysis, gait: GaitAnalysis? = nil, name: String,
    isInCameraFrame: Bool, hasCamera: Bool
  ) {
    self.name = name
    let counted = analysis.repetitions.filter(\.isCounted)
    let gait = counted.isEmpty && gait?.passes.isEmpty == false ? gait : nil
    isGait = gait != nil
    exercise = gait?.title ?? analysis.exercise
    let windows =
      gait.map(Self.strides)
      ?? Self.windows(of: counted, in: person, mayBeOneSided: Self.mayBeOneSided(analysis.exercise))
    repetitions = isGait ? windows.count : counted.count
    let curves = person.curves(of: AngleDefinition.principalNames.map { .named($0) })
    measures =
      (gait.map { Self.measures(of: $0, person.stature) } ?? [])
      + curves.flatMap { Self.measures(of: $0, in: windows) }
      + Self.measures(of: counted)
    cycles =
      gait?.cycles
      ?? (counted.isEmpty
        ? []
        : curves.compactMap { curve in
          AngleCycle(
            of: curve,
            over: windows.filter { $0.side.map { curve.definition.name.hasPrefix($0) } ?? true }
              .map { $0.start...$0.end })
        })
    // As the camera saw them, wherever it looked.
    let bodies = person.turned().states.compactMap { $0 }.filter { !$0.isFilled }.map(\.body)
    // Both change while a person walks.
    facing = isInCameraFrame && !isGait ? Self.facing(of: bodies) : nil
    distance = isInCameraFrame && hasCamera && !isGait ? Self.distance(of: bodies) : nil
    proportions = Self.proportions(of: bodies)
    stature = person.stature
  }

  // MARK: Walking

  /// From a foot's strike to its next, in the order of their beginnings.
  private static func strides(of gait: GaitAnalysis) -> [Window] {
    gait.passes.flatMap { pass in
      GaitAnalysis.Side.allCases.flatMap { side -> [Window] in
        let strikes = pass.events.filter { $0.kind == .footStrike && $0.side == side }.map(\.time)
        return zip(strikes, strikes.dropFirst()).map { start, end -> Window in
          Window(start: start, end: end, side: side.rawValue)
        }
      }
    }.sorted { $0.start < $1.start }
  }

  /// The quantities that have values, those of the sides as different strides.
  private static func measures(of gait: GaitAnalysis, _ stature: Stature) -> [Measure] {
    // Metres in a file of 3D joints are taken as they are.
    let scale = stature.estimation == nil ? 0 : (stature.sigma ?? 0) / stature.metres
    return gait.measures.compactMap { measure in
      guard let value = measure.value else { return nil }
      let unit: Measure.Unit =
        switch measure.quantity.unit {
        case .perMinute: .perMinute
        case .metrePerSecond: .metrePerSecond
        case .second: .second
        case .fraction: .fraction
        case .metre: .metre
        case .radian: .radian
        }
      let values = measure.values.isEmpty ? [value.value] : measure.values
      let first = measure.side == .right ? 1 : 0
      let name = measure.quantity.rawValue
      let isLength = unit == .metre || unit == .metrePerSecond
      let common = isLength ? scale * value.value : 0
      var result = Measure(
        name: measure.side?.angle(name) ?? name, unit: unit, values: values,
        sigma: value.sigma.map { max(0, $0 * $0 - common * common).squareRoot() },
        repetitions: values.indices.map { 2 * $0 + first })
      if isLength { result.scaleSigma = scale }
      if measure.side != nil {
        let asymmetry = gait.asymmetries.first { $0.quantity == measure.quantity }
        let sides = gait.measures.filter { $0.quantity == measure.quantity && $0.side != nil }
        let mean = sides.compactMap { $0.value?.value }.mean
        result.sidesSigma = asymmetry?.value.sigma.map { $0 * abs(mean) }
      }
      return result
    }
  }

  // MARK: Repetitions

  /// Times of a repetition, and the only side that moves in it.
  private struct Window {
    let start: Double
    let end: Double
    let side: String?
  }

  /// Whether a repetition of an exercise may move one side alone: its other side is not measured by it.
  private static func mayBeOneSided(_ exercise: String?) -> Bool {
    guard let exercise = exercise.flatMap(Exercise.init(rawValue:)) else { return false }
    return exercise == .lunge || exercise.definition.mayAlternate
  }

  private static func windows(
    of counted: [Repetition], in person: PersonMotion, mayBeOneSided: Bool
  ) -> [Window] {
    if !counted.isEmpty {
      return counted.map { repetition in
        let side = ["left", "right"].first { repetition.angle.hasPrefix($0) }
        return Window(
          start: repetition.start, end: repetition.end,
          side: mayBeOneSided && repetition.asymmetry == nil ? side : nil)
      }
    }
    guard let extent = person.extent else { return [] }
    return [
      Window(
        start: person.times[extent.lowerBound], end: person.times[extent.upperBound], side: nil)
    ]
  }

  /// The greatest value of an angle in each repetition, the least, and what it moves through.
  private static func measures(of curve: AngleCurve, in windows: [Window]) -> [Measure] {
    let name = curve.definition.name
    let extremes = windows.enumerated().compactMap {
      place, window -> (least: Sample, greatest: Sample, place: Int)? in
      guard window.side.map({ name.hasPrefix($0) }) ?? true else { return nil }
      let samples = curve.times.indices.compactMap { frame -> Sample? in
        guard (window.start...window.end).contains(curve.times[frame]), !curve.isFilled[frame],
          let value = curve.values[frame]
        else { return nil }
        return Sample(value: value, sigma: curve.sigmas[frame])
      }
      // Most of the repetition has to be measured: the greatest value could be in what is not.
      let frames = curve.times.count { (window.start...window.end).contains($0) }
      guard samples.count * 10 >= frames * 8, let least = samples.min(by: { $0.value < $1.value }),
        let greatest = samples.max(by: { $0.value < $1.value })
      else { return nil }
      return (least, greatest, place)
    }
    guard !extremes.isEmpty else { return [] }
    let places = extremes.map(\.place)
    return [
      Measure(
        name: "\(name).maximum", unit: .radian, values: extremes.map(\.greatest.value),
        sigma: [Double].rootMeanSquare(extremes.map(\.greatest.sigma)), repetitions: places),
      Measure(
        name: "\(name).minimum", unit: .radian, values: extremes.map(\.least.value),
        sigma: [Double].rootMeanSquare(extremes.map(\.least.sigma)), repetitions: places),
      Measure(
        name: "\(name).range", unit: .radian,
        values: extremes.map { $0.greatest.value - $0.least.value },
        sigma: [Double].rootMeanSquare(
          extremes.map { least, greatest, _ in
            guard let a = least.sigma, let b = greatest.sigma else { return nil }
            return (a * a + b * b).squareRoot()
          }), repetitions: places),
    ]
  }

  private struct Sample {
    let value: Double
    let sigma: Double?
  }

  private static func measures(of counted: [Repetition]) -> [Measure] {
    guard !counted.isEmpty else { return [] }
    var measures = [
      Measure(
        name: "rangeOfMotion", unit: .radian, values: counted.map(\.rangeOfMotion),
        sigma: [Double].rootMeanSquare(counted.map(\.rangeOfMotionSigma))),
      Measure(
        name: "duration", unit: .second, values: counted.map { $0.end - $0.start }, sigma: 0),
    ]
    let times: [(String, KeyPath<Repetition, Double?>)] = [
      ("eccentricTime", \.eccentricTime), ("concentricTime", \.concentricTime),
    ]
    for (name, path) in times {
      let values = counted.compactMap { $0[keyPath: path] }
      if !values.isEmpty {
        measures.append(Measure(name: name, unit: .second, values: values, sigma: 0))
      }
    }
    measures.append(
      Measure(
        name: "peakVelocity", unit: .radianPerSecond, values: counted.map(\.peakVelocity),
        // What stretches the range stretches the speed.
        sigma: [Double].rootMeanSquare(
          counted.map { repetition in
            repetition.rangeOfMotionSigma.map { sigma in
              repetition.rangeOfMotion > 0
                ? sigma / repetition.rangeOfMotion * repetition.peakVelocity : sigma
            }
          })))
    let asymmetries = counted.compactMap(\.asymmetry)
    if !asymmetries.isEmpty {
      measures.append(
        Measure(
          name: "asymmetry", unit: .fraction, values: asymmetries.map(\.value),
          sigma: [Double].rootMeanSquare(asymmetries.map(\.sigma))))
    }
    return measures
  }

  // MARK: Conditions

  private static func facing(of bodies: [BodyEstimate]) -> MotionMeasures.Value? {
    // In the camera's frame x is to the right and z away from the camera. A person who faces the camera has
    // the left hip on the right of the picture.
    var sum = SIMD2<Double>.zero
    var sigmas: [Double] = []
    for body in bodies {
      let across = body.positions[.leftHip] - body.positions[.rightHip]
      let length = (across.x * across.x + across.z * across.z).squareRoot()
      guard length > 0 else { continue }
      sum += SIMD2(across.x, across.z) / length
      guard let covariances = body.covariances else { continue }
      // Across the line of the hips; both may err in opposite directions.
      let direction = Vector3(across.z, 0, -across.x) / length
      let errors = [Joint.leftHip, .rightHip].map {
        deviation(of: covariances[$0], along: direction)
      }
      sigmas.append((errors[0] + errors[1]) / length)
    }
    guard (sum * sum).sum() > 0 else { return nil }
    return MotionMeasures.Value(
      atan2(-sum.y, sum.x), sigma: sigmas.count == bodies.count ? sigmas.median : nil)
  }

  private static func distance(of bodies: [BodyEstimate]) -> MotionMeasures.Value? {
    guard let median = bodies.map({ $0.positions[.root].length }).median, median > 0 else {
      return nil
    }
    let sigmas = bodies.compactMap { body in
      body.covariances.map { covariances in
        let root = body.positions[.root]
        return deviation(of: covariances[.root], along: root / root.length)
      }
    }
    return MotionMeasures.Value(median, sigma: sigmas.count == bodies.count ? sigmas.median : nil)
  }

  private static func deviation(of covariance: SymmetricMatrix3, along axis: Vector3) -> Double {
    max(0, axis.dot(covariance * axis)).squareRoot()
  }

  private static let segments: [(name: String, ends: [(Joint, Joint)])] = [
    ("thigh", [(.leftHip, .leftKnee), (.rightHip, .rightKnee)]),
    ("shank", [(.leftKnee, .leftAnkle), (.rightKnee, .rightAnkle)]),
    ("upperArm", [(.leftShoulder, .leftElbow), (.rightShoulder, .rightElbow)]),
    ("forearm", [(.leftElbow, .leftWrist), (.rightElbow, .rightWrist)]),
    ("trunk", [(.root, .centerShoulder)]),
  ]

  private static func proportions(of bodies: [BodyEstimate]) -> [String: Double] {
    guard !bodies.isEmpty else { return [:] }
    let lengths = segments.map { segment in
      let all = bodies.flatMap { body in
        segment.ends.map { (body.positions[$0.0] - body.positions[$0.1]).length }
      }
      return (name: segment.name, metres: all.median ?? 0)
    }
    let sum = lengths.reduce(0) { $0 + $1.metres }
    guard sum > 0 else { return [:] }
    return Dictionary(uniqueKeysWithValues: lengths.map { ($0.name, $0.metres / sum) })
  }
}

/// Several sessions of one person in the order of time, each of which is compared with the first.
public struct SessionSeries: Sendable {
  /// The comparisons of the later sessions with the first, in their order; at least two. With all of them together a
  /// measure that didn't change comes out as changed with 5 % at most.
  public let comparisons: [SessionComparison]

  /// A series of at least three sessions.
  public init(_ sessions: [SessionSummary]) {
    precondition(sessions.count > 2, "a series of \(sessions.count) sessions")
    let first = sessions[0]
    comparisons = sessions.dropFirst().map {
      SessionComparison(before: first, after: $0, among: sessions.count - 1)
    }
  }

  /// The sessions, the first one first.
  public var sessions: [SessionSummary] { [comparisons[0].before] + comparisons.map(\.after) }

  /// Whether no measure has a sigma, so that no verdict can be given.
  public var isWithoutSigmas: Bool { comparisons.allSatisfy(\.isWithoutSigmas) }
}

extension SessionSeries {
  /// The rows that a table for people has: measures of which any session's is worth a look, each with one row for every
  /// later session; `nil` where that session doesn't have the measure.
  package var shownRows: [(name: String, rows: [SessionComparison.Row?])] {
    var names: [String] = []
    for name in comparisons.flatMap({ $0.shownRows.map(\.name) }) where !names.contains(name) {
      names.append(name)
    }
    return names.map { name in
      (name, comparisons.map { one in one.rows.first { $0.name == name } })
    }
  }

  /// The differences between the sessions' conditions, as sentences that name the session.
  package var conditionSentences: [String] {
    comparisons.flatMap { comparison in
      comparison.conditionSentences.map { "\(comparison.after.name): \($0)" }
    }
  }

  /// The assumptions about errors that cancel, as sentences.
  package var assumptions: [String] {
    var sentences: [String] = []
    for comparison in comparisons where !sentences.contains(comparison.assumption) {
      sentences.append(comparison.assumption)
    }
    guard sentences.count > 1 else { return sentences }
    return comparisons.map { "\($0.after.name): \($0.assumption)" }
  }
}

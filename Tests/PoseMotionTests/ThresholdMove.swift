import Foundation

@testable import PoseMotion

/// A threshold that is moved away from its standard value, step by step.
struct ThresholdMove: Sendable {
  /// What depends on a threshold.
  enum Role: Sendable {
    /// The likelihood of one exercise; of all.
    case evidence(Exercise)
    case weight
    /// The evidence itself.
    case measurement
    /// The curve in which repetitions are found; which are found in it; which of one exercise.
    case curve
    case repetition
    case minimumRange(Exercise)
    /// Whether a criterion is met, or any.
    case criterion(RepetitionCriterion?)
    /// The repetitions of an angle that isn't an exercise's.
    case anyAngle
  }

  /// The part of the table.
  let section: String
  /// What it is called there, and its value or the two of a ramp.
  let label: String
  let values: [Double]
  let unit: Threshold.Unit
  let source: Threshold.Source
  let role: Role
  /// Of a ramp: what is looked at.
  var quantity: EvidenceQuantity?
  /// Sizes of moves, from small to large: downwards and upwards.
  let falls: [Double]
  let rises: [Double]
  /// Whether those are fractions of the value.
  let isRelative: Bool
  /// Moves it by so much, downwards if negative.
  let move: @Sendable (inout ExerciseThresholds, Double) -> Void

  // MARK: All of them

  static let all: [ThresholdMove] =
    Exercise.allCases.flatMap(moves)
    + moves("recognition", \.recognition, recognition)
    + moves("repetitions", \.repetitions, repetitions)
    + moves("limits", \.limits, limits)
    + moves("criteria", \.criteria, criteria)

  private static func moves(of exercise: Exercise) -> [ThresholdMove] {
    let own = ExerciseThresholds.standard[exercise]
    let range = scalar(
      exercise.title, "minimumRange", own.minimumRange, .minimumRange(exercise)
    ) { $0[exercise].minimumRange.value = $1 }
    let evidence = own.evidence.enumerated().map { index, ramp in
      self.ramp(exercise, ramp) { $0[exercise].evidence[index].shift(by: $1) }
    }
    let anyOf = own.anyOf.enumerated().map { index, ramp in
      self.ramp(exercise, ramp) { $0[exercise].anyOf[index].shift(by: $1) }
    }
    return [range] + evidence + anyOf
  }

  private static func ramp(
    _ exercise: Exercise, _ ramp: EvidenceRamp,
    _ move: @escaping @Sendable (inout ExerciseThresholds, Double) -> Void
  ) -> ThresholdMove {
    let sizes: [Double] =
      switch ramp.quantity.unit {
      case .degrees: [2, 5, 10, 20, 30, 45, 60, 90]
      case .statures: [0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.3]
      default: [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1]
      }
    return ThresholdMove(
      section: exercise.title, label: ramp.quantity.meaning,
      values: [ramp.excluded, ramp.accepted], unit: ramp.quantity.unit, source: ramp.source,
      role: .evidence(exercise), quantity: ramp.quantity, falls: sizes, rises: sizes,
      isRelative: false, move: move)
  }

  private typealias Path<Part> = WritableKeyPath<Part, Threshold> & Sendable

  private static func moves<Part>(
    _ section: String, _ part: any WritableKeyPath<ExerciseThresholds, Part> & Sendable,
    _ fields: [(any Path<Part>, Role)]
  ) -> [ThresholdMove] {
    let standard = ExerciseThresholds.standard[keyPath: part]
    // In the order of the fields, so that each is there and has its own name.
    let names = Mirror(reflecting: standard).children.map { $0.label ?? "" }
    precondition(names.count == fields.count, "a threshold of \(section) is missing")
    return zip(names, fields).map { name, field in
      scalar(section, name, standard[keyPath: field.0], field.1) {
        $0[keyPath: part][keyPath: field.0].value = $1
      }
    }
  }

  private static func scalar(
    _ section: String, _ name: String, _ threshold: Threshold, _ role: Role,
    _ set: @escaping @Sendable (inout ExerciseThresholds, Double) -> Void
  ) -> ThresholdMove {
    let value = threshold.value
    let isAngle = threshold.unit == .degrees
    let isRelative = !isAngle && value != 0
    let lengths = [0.005, 0.01, 0.02, 0.05, 0.1]
    let angles = [2.0, 5, 10, 20, 30]
    return ThresholdMove(
      section: section, label: "`\(name)`: \(threshold.meaning)", values: [value],
      unit: threshold.unit, source: threshold.source, role: role,
      falls: isAngle
        ? angles.filter { $0 < value } : isRelative ? [0.05, 0.1, 0.2, 0.3, 0.5] : lengths,
      rises: isAngle ? angles : isRelative ? [0.05, 0.1, 0.2, 0.5, 1] : lengths,
      isRelative: isRelative
    ) { thresholds, size in
      let moved = isRelative ? value * (1 + size) : value + size
      set(&thresholds, threshold.unit == .count ? moved.rounded() : moved)
    }
  }

  private static let recognition: [(any Path<RecognitionThresholds>, Role)] = [
    (\.stanceWindow, .measurement), (\.angleWindow, .measurement), (\.reach, .measurement),
    (\.trim, .measurement), (\.standingBalance, .measurement), (\.minimumHeight, .measurement),
    (\.unknown, .weight), (\.unknownLegs, .weight), (\.unknownVertical, .weight),
    (\.singleRepetition, .weight),
    (\.alike, .weight),
    (\.wholeExcluded, .weight), (\.wholeAccepted, .weight), (\.none, .weight),
    (\.unexplained, .weight),
  ]
  private static let repetitions: [(any Path<RepetitionThresholds>, Role)] = [
    (\.spike, .curve), (\.jitter, .curve), (\.longestGap, .curve), (\.seenSide, .curve),
    (\.movingSide, .curve), (\.outliers, .curve), (\.alternating, .curve),
    (\.swing, .repetition), (\.minimumSwing, .repetition), (\.bounce, .repetition),
    (\.restQuantile, .repetition), (\.restNeighbours, .repetition), (\.restLevel, .repetition),
    (\.stay, .repetition), (\.restMargin, .repetition), (\.restBand, .repetition),
    (\.restStay, .repetition), (\.departureHigh, .repetition), (\.departureLow, .repetition),
    (\.departureStop, .repetition), (\.listed, .repetition), (\.listedOfOwn, .repetition),
    (\.countedOfOwn, .repetition), (\.largeSet, .repetition), (\.shortestPeak, .repetition),
    (\.shortest, .repetition), (\.longest, .repetition), (\.unseen, .repetition),
    (\.margin, .repetition),
    (\.pause, .repetition), (\.ambiguity, .repetition), (\.ofSwept, .anyAngle),
    (\.minimumOfAny, .anyAngle), (\.sigmas, .anyAngle), (\.maximumBySigma, .anyAngle),
  ]
  private static let limits: [(any Path<LimitThresholds>, Role)] = [
    (\.fastest, .repetition), (\.sidesApart, .repetition), (\.upright, .repetition),
    (\.clearRange, .repetition),
    (\.lastingShare, .repetition),
  ]
  private static let criteria: [(any Path<CriterionThresholds>, Role)] = [
    (\.hipBelowKnee, .criterion(.hipBelowKnee)),
    (\.elbowsBentToRightAngle, .criterion(.elbowsBentToRightAngle)),
    (\.bodyStraight, .criterion(.bodyStraight)), (\.trunkRaised, .criterion(.trunkRaised)),
    (\.upperArmStill, .criterion(.upperArmStill)),
    (\.elbowsStraightAtTurn, .criterion(.elbowsStraightAtTurn)),
    (\.wristsAboveHead, .criterion(.wristsAboveHead)),
    (\.armsAtShoulderHeight, .criterion(.armsAtShoulderHeight)),
    (\.feetApart, .criterion(.feetApart)),
    (\.kneesStraightStanding, .criterion(.kneesStraightStanding)),
    (\.kneeAtHipHeight, .criterion(.kneeAtHipHeight)),
    (\.kneesBentToRightAngle, .criterion(.kneesBentToRightAngle)),
    (\.hipsStraightAtTurn, .criterion(.hipsStraightAtTurn)),
    (\.kneeTowardsChest, .criterion(.kneeTowardsChest)),
    (\.kneesNearlyStraight, .criterion(.kneesNearlyStraight)), (\.window, .criterion(nil)),
    (\.standingTilt, .criterion(nil)),
  ]
}

extension EvidenceRamp {
  /// Moves both ends.
  mutating func shift(by size: Double) {
    excluded += size
    accepted += size
  }
}

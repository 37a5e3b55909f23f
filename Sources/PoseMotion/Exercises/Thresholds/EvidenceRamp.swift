/// A soft threshold of recognition: how likely an exercise is by one quantity of the evidence.
///
/// The likelihood is 0 up to one value, 1 from another on, and smooth in between. The first value may
/// be the larger one: then small values speak for the exercise.
struct EvidenceRamp: Sendable {
  /// The quantity that determines the likelihood.
  let quantity: EvidenceQuantity
  /// The value at which, and beyond which, the exercise is ruled out, in the quantity's unit.
  var excluded: Double
  /// The value from which on nothing speaks against it.
  var accepted: Double
  /// The source of the two values.
  let source: Threshold.Source

  init(
    _ quantity: EvidenceQuantity, _ excluded: Double, _ accepted: Double, _ source: Threshold.Source
  ) {
    self.quantity = quantity
    self.excluded = excluded
    self.accepted = accepted
    self.source = source
  }

  /// The likelihood, 0…1.
  func likelihood(of value: Double) -> Double {
    let share = min(max((value - excluded) / (accepted - excluded), 0), 1)
    return share * share * (3 - 2 * share)
  }
}

/// A quantity of the evidence, judged by a ramp. Angles are in degrees, lengths in statures.
enum EvidenceQuantity: String, Sendable {
  case kneeChange, hipChange, elbowChange, shoulderChange
  case kneeTravel, hipTravel
  case kneeRange, hipRange, elbowRange, shoulderRange
  case kneeAtRest, hipAtRest, elbowAtRest, shoulderAtRest
  case kneeAtTurn, hipAtTurn, elbowAtTurn, shoulderAtTurn
  case kneeBent, kneeDifference, hipDifference, kneePerHip
  case leanAtRest, leanAtTurn, leanBent, leanStraight, leanDifference, trunkRise, chestUp,
    chestUpBent
  case hipSink, balance, stride, straddle
  case handAtRest, handsAside, armAside, armTurn, handsOverKnees
  case travel, step, handsWay, feetWay, shouldersWay
  case duration, tempo

  /// The quantity in words, for the table: of the side that moves more, where there are two.
  var meaning: String {
    switch self {
    case .kneeChange: "knee flexion, turning point less rest"
    case .hipChange: "trunk against thigh, turning point less rest"
    case .elbowChange: "elbow flexion, turning point less rest"
    case .shoulderChange: "arm against trunk, turning point less rest"
    case .kneeTravel: "knee flexion, from rest to turning point, up or down"
    case .hipTravel: "trunk against thigh, from rest to turning point, up or down"
    case .kneeRange: "knee flexion, largest less smallest"
    case .hipRange: "trunk against thigh, largest less smallest"
    case .elbowRange: "elbow flexion, largest less smallest"
    case .shoulderRange: "arm against trunk, largest less smallest"
    case .kneeAtRest: "knee flexion at rest"
    case .hipAtRest: "trunk against thigh at rest"
    case .elbowAtRest: "elbow flexion at rest"
    case .shoulderAtRest: "arm against trunk at rest"
    case .kneeAtTurn: "knee flexion at the turning point"
    case .hipAtTurn: "trunk against thigh at the turning point"
    case .elbowAtTurn: "elbow flexion at the turning point"
    case .shoulderAtTurn: "arm against trunk at the turning point"
    case .kneeBent: "knee flexion where it is larger, at rest or at the turning point"
    case .kneeDifference: "how much farther one knee moves than the other"
    case .hipDifference: "one thigh against the other at the turning point"
    case .kneePerHip: "degrees of the knee for each of the hip; 9 where the hip doesn't bend"
    case .leanAtRest: "trunk from the vertical at rest"
    case .leanAtTurn: "trunk from the vertical at the turning point"
    case .leanBent: "trunk from the vertical where it is lower, at rest or at the turning point"
    case .leanStraight:
      "trunk from the vertical where it is higher, at rest or at the turning point"
    case .leanDifference: "trunk from the vertical, difference of start and end"
    case .trunkRise: "trunk from the vertical, rest less turning point"
    case .chestUp: "vertical part of where the chest faces: −1 prone, 1 supine"
    case .chestUpBent:
      "vertical part of where the chest faces, where the trunk is lower: −1 prone, 1 supine"
    case .hipSink: "difference of the hips' height between rest and turning point"
    case .balance: "centre of mass before the ankles, where the knees are bent"
    case .stride: "ankles apart, front to back, at the turning point"
    case .straddle: "ankles apart, sideways, turning point less rest"
    case .handAtRest: "hand above the shoulder at rest"
    case .handsAside: "how far both hands come to one side of the trunk, at most"
    case .armAside: "sideways part of the upper arm's direction at the turning point"
    case .armTurn: "how far the upper arm turns against the trunk from rest to turning point"
    case .handsOverKnees: "the hands above the knees, where the trunk is lower"
    case .travel: "the hips' way over the ground from start to end"
    case .step: "ankles apart, front to back, at most"
    case .handsWay: "the hands' way from rest to turning point less the shoulders'"
    case .feetWay: "the feet's way from rest to turning point less the hips'"
    case .shouldersWay: "the shoulders' way from rest to turning point less the hips'"
    case .duration: "time from start to end"
    case .tempo: "time of the eccentric phase over that of the concentric one"
    }
  }

  /// Whether it tells of the legs, which many pictures cut off.
  var isOfLegs: Bool {
    switch self {
    case .kneeChange, .hipChange, .kneeTravel, .hipTravel, .kneeRange, .hipRange, .kneeAtRest,
      .hipAtRest, .kneeAtTurn, .hipAtTurn, .kneeBent, .kneeDifference, .kneePerHip:
      true
    default: false
    }
  }

  /// The unit of its values.
  var unit: Threshold.Unit {
    switch self {
    case .kneePerHip, .chestUp, .chestUpBent, .armAside, .tempo: .fraction
    case .hipSink, .balance, .stride, .straddle, .handAtRest, .handsAside, .handsOverKnees, .travel,
      .step, .handsWay, .feetWay, .shouldersWay:
      .statures
    case .duration: .seconds
    default: .degrees
    }
  }

  /// The value in some evidence; `nil` where the joints weren't seen, or up is unknown and it depends
  /// on that.
  func value(in seen: ExerciseEvidence) -> Double? {
    func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    typealias Movement = ExerciseEvidence.Movement
    func of(_ movement: Movement?, _ value: (Movement) -> Double?) -> Double? {
      movement.flatMap(value).map(degrees)
    }
    switch self {
    case .kneeChange: return of(seen.knee, \.change)
    case .hipChange: return of(seen.hip, \.change)
    case .elbowChange: return of(seen.elbow, \.change)
    case .shoulderChange: return of(seen.shoulder, \.change)
    case .kneeTravel: return of(seen.knee) { $0.change.map { abs($0) } }
    case .hipTravel: return of(seen.hip) { $0.change.map { abs($0) } }
    case .kneeRange: return of(seen.knee, \.range)
    case .hipRange: return of(seen.hip, \.range)
    case .elbowRange: return of(seen.elbow, \.range)
    case .shoulderRange: return of(seen.shoulder, \.range)
    case .kneeAtRest: return of(seen.knee, \.rest)
    case .hipAtRest: return of(seen.hip, \.rest)
    case .elbowAtRest: return of(seen.elbow, \.rest)
    case .shoulderAtRest: return of(seen.shoulder, \.rest)
    case .kneeAtTurn: return of(seen.knee, \.turn)
    case .hipAtTurn: return of(seen.hip, \.turn)
    case .elbowAtTurn: return of(seen.elbow, \.turn)
    case .shoulderAtTurn: return of(seen.shoulder, \.turn)
    case .kneeBent:
      return of(seen.knee) { knee in knee.rest.flatMap { rest in knee.turn.map { max(rest, $0) } } }
    case .kneeDifference:
      return seen.knee?.change.flatMap { change in
        seen.lesserKneeChange.map { degrees(abs(change) - $0) }
      }
    case .hipDifference: return degrees(seen.hipDifference)
    case .kneePerHip:
      guard let knee = seen.knee?.change, let hip = seen.hip?.change else { return nil }
      return hip == 0 ? 9 : knee / hip
    case .leanAtRest: return seen.leanAtRest.map(degrees)
    case .leanAtTurn: return seen.leanAtTurn.map(degrees)
    case .leanBent, .leanStraight:
      return seen.leanAtRest.flatMap { rest in
        seen.leanAtTurn.map { degrees(self == .leanBent ? max(rest, $0) : min(rest, $0)) }
      }
    case .leanDifference: return seen.leanDifference.map(degrees)
    case .trunkRise:
      return seen.leanAtRest.flatMap { rest in seen.leanAtTurn.map { degrees(rest) - degrees($0) } }
    case .chestUp: return seen.frontUpAtRest
    case .chestUpBent: return seen.frontUpBent
    case .hipSink: return seen.sinking
    case .balance: return seen.balanceBent
    case .stride: return seen.stride
    case .straddle: return seen.straddling
    case .handAtRest: return seen.handAtRest
    case .handsAside: return seen.handsAside
    case .armAside: return seen.armAside
    case .armTurn: return degrees(seen.armTurn)
    case .travel: return seen.travel
    case .step: return seen.step
    case .handsWay: return seen.handsWay
    case .handsOverKnees: return seen.handsOverKnees
    case .feetWay: return seen.feetWay
    case .shouldersWay: return seen.shouldersWay
    case .duration: return seen.duration
    case .tempo: return seen.tempo
    }
  }
}

/// A soft threshold of recognition: how likely an exercise is by one quantity of the evidence.
///
/// The likelihood is 0 up to one value, 1 from another on, and smooth in between. The first value may
/// be the larger one: then small values speak for the exercise.
struct EvidenceRamp: Sendable {
  /// What is looked at.
  let quantity: EvidenceQuantity
  /// The value at which, and beyond which, the exercise is ruled out, in the quantity's unit.
  var excluded: Double
  /// The value from which on nothing speaks against it.
  var accepted: Double
  /// Where the two values come from.
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

/// What a ramp looks at. Angles are in degrees, lengths in statures.
enum EvidenceQuantity: String, CaseIterable, Sendable {
  /// From rest to the turning point, of the side that moves more. Bending is positive.
  case kneeChange, hipChange, elbowChange, shoulderChange
  /// The same without its sign: standing up and sitting down alike.
  case kneeTravel, hipTravel
  /// The largest less the smallest angle of a repetition.
  case kneeRange, hipRange, elbowRange, shoulderRange
  case kneeAtRest, elbowAtRest, shoulderAtRest
  case kneeAtTurn, elbowAtTurn, shoulderAtTurn
  /// The larger of the knee's angles at rest and at the turning point.
  case kneeBent
  /// How much farther one knee moves than the other, and how far the thighs are apart at the turning
  /// point.
  case kneeDifference, hipDifference
  /// Degrees that the knee bends for each of the hip's; 9 where the hip doesn't bend.
  case kneePerHip
  /// The trunk from the vertical, and by how much it comes up.
  case leanAtRest, leanAtTurn, trunkRise
  /// The vertical part of the direction that the chest faces: −1 lying prone, 1 supine.
  case chestUp
  /// By how much the hips sink.
  case hipSink
  /// The centre of mass before the ankles where the knees are bent.
  case balance
  /// The distance of the ankles front to back at the turning point, and by how much it grows sideways.
  case stride, straddle
  /// The hand above the shoulder at rest.
  case handAtRest
  /// The part of the upper arm's direction that points sideways at the turning point.
  case armAside
  case duration

  /// The unit of its values.
  var unit: Threshold.Unit {
    switch self {
    case .kneePerHip, .chestUp, .armAside: .fraction
    case .hipSink, .balance, .stride, .straddle, .handAtRest: .statures
    case .duration: .seconds
    default: .degrees
    }
  }

  /// The value in some evidence; `nil` where up is unknown and it depends on that.
  func value(in seen: ExerciseEvidence) -> Double? {
    func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
    switch self {
    case .kneeChange: return degrees(seen.knee.change)
    case .hipChange: return degrees(seen.hip.change)
    case .elbowChange: return degrees(seen.elbow.change)
    case .shoulderChange: return degrees(seen.shoulder.change)
    case .kneeTravel: return abs(degrees(seen.knee.change))
    case .hipTravel: return abs(degrees(seen.hip.change))
    case .kneeRange: return degrees(seen.knee.range)
    case .hipRange: return degrees(seen.hip.range)
    case .elbowRange: return degrees(seen.elbow.range)
    case .shoulderRange: return degrees(seen.shoulder.range)
    case .kneeAtRest: return degrees(seen.knee.rest)
    case .elbowAtRest: return degrees(seen.elbow.rest)
    case .shoulderAtRest: return degrees(seen.shoulder.rest)
    case .kneeAtTurn: return degrees(seen.knee.turn)
    case .elbowAtTurn: return degrees(seen.elbow.turn)
    case .shoulderAtTurn: return degrees(seen.shoulder.turn)
    case .kneeBent: return degrees(max(seen.knee.rest, seen.knee.turn))
    case .kneeDifference:
      return degrees(abs(seen.knee.change)) - degrees(seen.lesserKneeChange)
    case .hipDifference: return degrees(seen.hipDifference)
    case .kneePerHip:
      let (knee, hip) = (degrees(seen.knee.change), degrees(seen.hip.change))
      return hip > 0 ? knee / hip : 9
    case .leanAtRest: return seen.leanAtRest.map(degrees)
    case .leanAtTurn: return seen.leanAtTurn.map(degrees)
    case .trunkRise:
      return seen.leanAtRest.flatMap { rest in seen.leanAtTurn.map { degrees(rest) - degrees($0) } }
    case .chestUp: return seen.frontUpAtRest
    case .hipSink: return seen.sinking
    case .balance: return seen.balanceBent
    case .stride: return seen.stride
    case .straddle: return seen.straddling
    case .handAtRest: return seen.handAtRest
    case .armAside: return seen.armAside
    case .duration: return seen.duration
    }
  }
}

import Kinematics

/// The definition of a repetition of an exercise: data, so that all are read beside each other. The
/// numbers are in `ExerciseThresholds`.
struct ExerciseDefinition: Sendable {
  /// The end of the angle's range at which the person rests between repetitions.
  enum RestingEnd: Sendable {
    case low
    case high
    /// The end at which the person is first seen: seated or standing.
    case first
    /// The end at which the person stays longer: of an angle that isn't an exercise's.
    case longer
  }

  /// The phase of the working muscles between rest at the low end of the angle and the turning
  /// point.
  enum Phase: Sendable {
    case eccentric
    case concentric
  }

  /// The angle that is followed, without its side.
  let angle: String
  /// The end of the angle's range at which the person rests.
  var rest = RestingEnd.low
  /// The phase of the working muscles while the angle grows.
  let growing: Phase
  /// Whether the sides may alternate, each with repetitions of its own.
  var mayAlternate = false
  /// Whether reaching the turning point is enough: a stand counts before sitting down again.
  var countsAtTurn = false
  /// Whether both sides go together.
  var isSymmetric = false
  /// Whether it is done standing or sitting.
  var isUpright = true
  /// The other criteria.
  let criteria: [RepetitionCriterion]
  /// Those without which it isn't that exercise; the others are a matter of form.
  var essentials: [RepetitionCriterion] = []

  /// Whether the arms do it.
  var isOfArms: Bool { ["ElbowFlexion", "ShoulderElevation"].contains(angle) }

  init(
    _ angle: String, rest: RestingEnd = .low, growing: Phase,
    mayAlternate: Bool = false, countsAtTurn: Bool = false, isSymmetric: Bool = false,
    isUpright: Bool = true, criteria: [RepetitionCriterion],
    essentials: [RepetitionCriterion] = []
  ) {
    self.angle = angle
    self.rest = rest
    self.growing = growing
    self.mayAlternate = mayAlternate
    self.countsAtTurn = countsAtTurn
    self.isSymmetric = isSymmetric
    self.isUpright = isUpright
    self.criteria = criteria
    self.essentials = essentials
  }
}

extension AngleDefinition {
  /// The angle of a name that is in the catalogue.
  static func named(_ name: String) -> AngleDefinition {
    guard let definition = catalogue.first(where: { $0.name == name }) else {
      preconditionFailure("no angle \(name) in the catalogue")
    }
    return definition
  }
}

extension Exercise {
  /// The definition of its repetitions.
  ///
  /// The raised arm is followed by its angle with the trunk, in the overhead press too: the elbow is
  /// straight both overhead and before the weights are taken up.
  var definition: ExerciseDefinition {
    switch self {
    case .squat:
      ExerciseDefinition(
        "KneeFlexion", growing: .eccentric, isSymmetric: true, criteria: [.hipBelowKnee])
    case .lunge:
      ExerciseDefinition("KneeFlexion", growing: .eccentric, criteria: [.hipBelowKnee])
    case .pushUp:
      ExerciseDefinition(
        "ElbowFlexion", growing: .eccentric, isSymmetric: true, isUpright: false,
        criteria: [.elbowsBentToRightAngle, .bodyStraight])
    case .sitUp:
      ExerciseDefinition(
        "HipFlexion3D", growing: .concentric, isSymmetric: true, isUpright: false,
        criteria: [.trunkRaised])
    case .bicepsCurl:
      ExerciseDefinition(
        "ElbowFlexion", growing: .concentric, mayAlternate: true,
        criteria: [.upperArmStill])
    case .overheadPress:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, mayAlternate: true,
        criteria: [.elbowsStraightAtTurn, .wristsAboveHead], essentials: [.wristsAboveHead])
    case .lateralRaise:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, mayAlternate: true,
        criteria: [.armsAtShoulderHeight, .elbowsStraightAtTurn])
    case .jumpingJack:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, isSymmetric: true,
        criteria: [.wristsAboveHead, .feetApart], essentials: [.wristsAboveHead, .feetApart])
    case .sitToStand:
      ExerciseDefinition(
        "KneeFlexion", rest: .first, growing: .eccentric, countsAtTurn: true, isSymmetric: true,
        criteria: [.kneesStraightStanding])
    case .hipHinge:
      ExerciseDefinition(
        "HipFlexion3D", growing: .eccentric, isSymmetric: true,
        criteria: [.kneesNearlyStraight], essentials: [.kneesNearlyStraight])
    case .frontRaise:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, mayAlternate: true,
        criteria: [.armsAtShoulderHeight, .elbowsStraightAtTurn])
    case .bentOverRow:
      ExerciseDefinition(
        "ElbowFlexion", growing: .concentric, mayAlternate: true,
        criteria: [.elbowsBentToRightAngle])
    case .pullUp:
      ExerciseDefinition(
        "ElbowFlexion", growing: .concentric, isSymmetric: true,
        criteria: [.elbowsBentToRightAngle])
    case .deadlift:
      ExerciseDefinition(
        "HipFlexion3D", rest: .first, growing: .eccentric, countsAtTurn: true, isSymmetric: true,
        criteria: [.kneesStraightStanding])
    case .dip:
      ExerciseDefinition(
        "ElbowFlexion", growing: .eccentric, isSymmetric: true,
        criteria: [.elbowsBentToRightAngle])
    case .highKnees:
      ExerciseDefinition(
        "HipFlexion3D", growing: .concentric, mayAlternate: true, criteria: [.kneeAtHipHeight])
    case .gluteBridge:
      ExerciseDefinition(
        "HipFlexion3D", rest: .high, growing: .eccentric, isSymmetric: true, isUpright: false,
        criteria: [.hipsStraightAtTurn])
    case .mountainClimber:
      ExerciseDefinition(
        "HipFlexion3D", growing: .concentric, mayAlternate: true, isUpright: false,
        criteria: [.kneeTowardsChest])
    case .legPress:
      ExerciseDefinition(
        "KneeFlexion", growing: .eccentric, isSymmetric: true, isUpright: false,
        criteria: [.kneesBentToRightAngle])
    }
  }
}

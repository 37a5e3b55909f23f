import Kinematics

/// What a repetition of an exercise is: data, so that all ten are read beside each other.
struct ExerciseDefinition: Sendable {
  /// The end of the angle's range at which the person rests between repetitions.
  enum RestingEnd: Sendable {
    case low
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
  /// Where the person rests.
  var rest = RestingEnd.low
  /// What the working muscles do while the angle grows.
  let growing: Phase
  /// Radians below which a going and coming isn't a repetition, whoever does it.
  let minimumRange: Double
  /// Whether the sides may take turns, each with repetitions of its own.
  var mayAlternate = false
  /// Whether reaching the turning point is enough: who has stood up has done it.
  var countsAtTurn = false
  /// What else is judged.
  let criteria: [RepetitionCriterion]

  /// Seconds that a repetition takes at least and at most.
  static let duration = 0.4...15.0

  init(
    _ angle: String, rest: RestingEnd = .low, growing: Phase, degrees: Double,
    mayAlternate: Bool = false, countsAtTurn: Bool = false, criteria: [RepetitionCriterion]
  ) {
    self.angle = angle
    self.rest = rest
    self.growing = growing
    minimumRange = degrees * .pi / 180
    self.mayAlternate = mayAlternate
    self.countsAtTurn = countsAtTurn
    self.criteria = criteria
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
  /// What a repetition of it is.
  ///
  /// The raised arm is followed by its angle with the trunk, in the overhead press too: the elbow is
  /// straight both overhead and before the weights are taken up.
  var definition: ExerciseDefinition {
    switch self {
    case .squat:
      ExerciseDefinition("KneeFlexion", growing: .eccentric, degrees: 50, criteria: [.hipBelowKnee])
    case .lunge:
      ExerciseDefinition("KneeFlexion", growing: .eccentric, degrees: 45, criteria: [.hipBelowKnee])
    case .pushUp:
      ExerciseDefinition(
        "ElbowFlexion", growing: .eccentric, degrees: 40,
        criteria: [.elbowsBentToRightAngle, .bodyStraight])
    case .sitUp:
      ExerciseDefinition(
        "HipFlexion3D", growing: .concentric, degrees: 30, criteria: [.trunkRaised])
    case .bicepsCurl:
      ExerciseDefinition(
        "ElbowFlexion", growing: .concentric, degrees: 55, mayAlternate: true,
        criteria: [.upperArmStill])
    case .overheadPress:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, degrees: 45, mayAlternate: true,
        criteria: [.elbowsStraightAtTurn, .wristsAboveHead])
    case .lateralRaise:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, degrees: 40, mayAlternate: true,
        criteria: [.armsAtShoulderHeight, .elbowsStraightAtTurn])
    case .jumpingJack:
      ExerciseDefinition(
        "ShoulderElevation", growing: .concentric, degrees: 60,
        criteria: [.wristsAboveHead, .feetApart])
    case .sitToStand:
      ExerciseDefinition(
        "KneeFlexion", rest: .first, growing: .eccentric, degrees: 45, countsAtTurn: true,
        criteria: [.kneesStraightStanding])
    case .hipHinge:
      ExerciseDefinition(
        "HipFlexion3D", growing: .eccentric, degrees: 35, criteria: [.kneesNearlyStraight])
    }
  }
}

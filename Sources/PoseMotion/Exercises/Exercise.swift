/// The known exercises. The raw value is the word in files and on the command line.
public enum Exercise: String, CaseIterable, Sendable {
  case squat
  case lunge
  case pushUp
  case sitUp
  case bicepsCurl
  case overheadPress
  case lateralRaise
  case jumpingJack
  case sitToStand
  case hipHinge
  case frontRaise
  case bentOverRow
  case pullUp
  case deadlift
  case dip
  case highKnees
  case legPress
  case gluteBridge
  case mountainClimber
}

extension Exercise {
  /// The exercise of a name, in any of the ways in which people write it: `squat`, `Squats`,
  /// `biceps-curl`, `bicep curl`, `press-up`; `nil` for a name of none.
  public init?(named name: String) {
    let word = Self.plain(name)
    let exercise = Self.allCases.first { exercise in
      ([exercise.rawValue, exercise.commonName] + exercise.otherNames).map(Self.plain)
        .contains { $0 == word || $0 + "s" == word }
    }
    guard let exercise else { return nil }
    self = exercise
  }

  /// The name with hyphens, `biceps-curl`.
  public var commonName: String { title.replacing(" ", with: "-") }

  /// The exercise's other names.
  private var otherNames: [String] {
    switch self {
    case .pushUp: ["press-up"]
    case .sitUp: ["crunch"]
    case .bicepsCurl: ["curl", "bicep-curl", "arm-curl"]
    case .overheadPress: ["press", "shoulder-press", "military-press"]
    case .lateralRaise: ["side-raise"]
    case .jumpingJack: ["star-jump"]
    case .sitToStand: ["chair-stand", "sit-stand"]
    case .hipHinge: ["hinge", "romanian-deadlift", "rdl", "good-morning"]
    case .frontRaise: ["forward-raise"]
    case .bentOverRow: ["row", "dumbbell-row", "barbell-row"]
    case .pullUp: ["chin-up"]
    case .dip: ["bench-dip", "parallel-bar-dip"]
    case .highKnees: ["marching", "high-knee"]
    case .gluteBridge: ["bridge", "hip-bridge", "hip-lift", "hip-thrust"]
    case .mountainClimber: ["mountain-climbers", "climber"]
    case .squat, .lunge, .deadlift, .legPress: []
    }
  }

  /// Without what people write differently: capitals, hyphens, spaces.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !"-_ ".contains($0) }
  }
}

extension Exercise {
  /// The exercise's usual name: `push-up`.
  public var title: String {
    switch self {
    case .squat: "squat"
    case .lunge: "lunge"
    case .pushUp: "push-up"
    case .sitUp: "sit-up"
    case .bicepsCurl: "biceps curl"
    case .overheadPress: "overhead press"
    case .lateralRaise: "lateral raise"
    case .jumpingJack: "jumping jack"
    case .sitToStand: "sit-to-stand"
    case .hipHinge: "hip hinge"
    case .frontRaise: "front raise"
    case .bentOverRow: "bent-over row"
    case .pullUp: "pull-up"
    case .deadlift: "deadlift"
    case .dip: "dip"
    case .highKnees: "high knees"
    case .legPress: "leg press"
    case .gluteBridge: "glute bridge"
    case .mountainClimber: "mountain climber"
    }
  }
}

extension ExerciseAnalysis {
  /// The exercise's usual name, or the words of the angle that was asked for; `nil` if there is
  /// none.
  public var title: String? {
    exercise.map { Exercise(rawValue: $0)?.title ?? AngleWords($0).text }
  }
}

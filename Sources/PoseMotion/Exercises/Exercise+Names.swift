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
    case .squat, .lunge, .deadlift, .legPress: []
    }
  }

  /// Without what people write differently: capitals, hyphens, spaces.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !"-_ ".contains($0) }
  }
}

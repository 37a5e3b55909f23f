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

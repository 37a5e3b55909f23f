extension Repetition.Reason {
  /// Why the repetition doesn't count, as a part of a sentence: "it did not go far enough". The
  /// table, the report and the live page have these words.
  public var clause: String { words.clause }

  /// The same in a word or two, for drawings: "partial".
  public var label: String { words.label }

  private var words: (label: String, clause: String) {
    switch self {
    case .partialRange: ("partial", "it did not go far enough")
    case .tooFast: ("too short", "it was too short")
    case .tooSlow: ("too long", "it was too long")
    case .startNotSeen: ("start not seen", "its beginning isn't seen")
    case .endNotSeen: ("end not seen", "its end isn't seen")
    case .notSeen: ("not seen", "too little of it is seen")
    case .uncertain: ("uncertain", "its range is uncertain by more than 45°")
    case .impossible: ("impossible", "no joint moves like that")
    case .sidesDiffer: ("sides differ", "left and right go different ways")
    case .notUpright: ("not upright", "the person was not upright")
    case .criterionNotMet: ("not the exercise", "it was not done as the exercise asks")
    }
  }
}

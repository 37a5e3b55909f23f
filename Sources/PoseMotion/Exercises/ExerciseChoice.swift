public import Kinematics

/// The choice of the repetitions that are searched for.
public enum ExerciseChoice: Sendable, Equatable {
  /// Those of the exercise that the motion shows, if it shows one.
  case recognized
  /// Those of an exercise.
  case named(Exercise)
  /// Cycles of an angle of the catalogue with a range of at least so many radians; `nil` for a range
  /// that follows from the motion.
  case angle(name: String, minimumRange: Double?)
  /// None.
  case none

  /// The choice as users write it: `auto`, `none`, or the name of an exercise in any of the usual ways;
  /// `nil` for anything else.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "auto": self = .recognized
    case "none": self = .none
    default:
      guard let exercise = Exercise(named: text) else { return nil }
      self = .named(exercise)
    }
  }

  /// The angle of that name: `leftElbowFlexion` as in the catalogue, or `elbow_flex_l` as in another
  /// dialect, with the dialect's zero and sign; `nil` for an unknown name.
  public static func angleDefinition(named name: String) -> AngleDefinition? {
    (AngleDefinition.catalogue + AngleDialect.allCases.flatMap(\.angles))
      .first { $0.name == name }
  }
}

import ArgumentParser
import PoseMotion

/// The exercise whose repetitions are counted, as it is given on the command line. It is `auto`,
/// `none`, or the name of an exercise, in any of the ways in which people write it.
struct ExerciseArgument: ExpressibleByArgument, Equatable {
  let choice: ExerciseChoice

  static let auto = ExerciseArgument(choice: .recognized)

  private init(choice: ExerciseChoice) { self.choice = choice }

  init?(argument: String) {
    switch argument.lowercased() {
    case "auto": self = .auto
    case "none": choice = .none
    default:
      guard let exercise = Exercise(named: argument) else { return nil }
      choice = .named(exercise)
    }
  }

  static var allValueStrings: [String] { ["auto", "none"] + Exercise.allCases.map(\.commonName) }
}

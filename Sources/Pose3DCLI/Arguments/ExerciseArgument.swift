import ArgumentParser
import PoseAnalysis
import PoseMotion

/// The exercise whose repetitions are counted, as it is given on the command line. It is `auto`,
/// `none`, or the name of an exercise, in any of the ways in which people write it.
struct ExerciseArgument: ExpressibleByArgument, Equatable {
  let choice: ExerciseChoice

  static let auto = ExerciseArgument(choice: .recognized)

  private init(choice: ExerciseChoice) { self.choice = choice }

  init?(argument: String) {
    guard let choice = ExerciseChoice(argument) else { return nil }
    self.choice = choice
  }

  static var allValueStrings: [String] { ["auto", "none"] + Exercise.allCases.map(\.commonName) }
}

/// The option of every command that counts repetitions.
struct ExerciseOption: ParsableArguments {
  @Option(help: MeasurementOption.exercise.help("exercise"))
  var exercise: ExerciseArgument?
}

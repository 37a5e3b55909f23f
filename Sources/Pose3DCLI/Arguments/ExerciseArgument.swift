import ArgumentParser
import Motion

/// What repetitions are looked for, as it is given on the command line: `auto`, `none`, or the name
/// of an exercise, in any of the ways in which people write it.
struct ExerciseArgument: ExpressibleByArgument, Equatable {
  let choice: ExerciseChoice

  static let auto = ExerciseArgument(choice: .recognized)

  private init(choice: ExerciseChoice) { self.choice = choice }

  init?(argument: String) {
    let word = Self.plain(argument)
    switch word {
    case "auto": self = .auto
    case "none": choice = .none
    default:
      let exercise = Exercise.allCases.first { exercise in
        let names = [exercise.rawValue, exercise.word] + exercise.otherWords
        return names.map(Self.plain).contains { $0 == word || $0 + "s" == word }
      }
      guard let exercise else { return nil }
      choice = .named(exercise)
    }
  }

  /// Without what people write differently: capitals, hyphens, spaces.
  private static func plain(_ text: String) -> String {
    text.lowercased().filter { !"-_ ".contains($0) }
  }

  static var allValueStrings: [String] { ["auto", "none"] + Exercise.allCases.map(\.word) }
}

extension Exercise {
  /// The name on the command line, `biceps-curl`.
  fileprivate var word: String { title.replacing(" ", with: "-") }

  /// What else it is called.
  fileprivate var otherWords: [String] {
    switch self {
    case .pushUp: ["press-up"]
    case .sitUp: ["crunch"]
    case .bicepsCurl: ["curl", "bicep-curl", "arm-curl"]
    case .overheadPress: ["press", "shoulder-press", "military-press"]
    case .lateralRaise: ["side-raise"]
    case .jumpingJack: ["star-jump"]
    case .sitToStand: ["chair-stand", "sit-stand"]
    case .hipHinge: ["hinge", "deadlift"]
    case .squat, .lunge: []
    }
  }
}

import ArgumentParser

/// `pose3d benchmark`: how accurate the program is where the truth is known.
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measures how accurate skeletons are where the truth is known.",
    discussion: """
      EXAMPLES
        pose3d benchmark lift frames
        pose3d benchmark lift frames --2d detected --depth none -o report.json
      """,
    subcommands: [BenchmarkLiftCommand.self])
}

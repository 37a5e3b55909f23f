import ArgumentParser

/// The options for the results and messages of a command, whatever it measures.
struct OutputArguments: ParsableArguments {
  @Flag(name: [.short, .long], help: "Print errors only: no tables, warnings or progress.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Also print what runs, and afterwards the time and memory that it took.",
      visibility: .hidden))
  var verbose = false

  @Flag(help: OutputArguments.noOverwriteHelp)
  var noOverwrite = false

  /// The help of `--no-overwrite`, also of commands whose messages are their own.
  static let noOverwriteHelp = ArgumentHelp(
    "Refuse to write to a file that exists.", visibility: .hidden)

  func validate() throws {
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose contradict each other: leave out one.")
    }
  }
}

import ArgumentParser

/// The options for the results and messages of a command, whatever it measures.
struct OutputArguments: ParsableArguments {
  @Flag(name: [.short, .long], help: "Print errors only: no tables, warnings or progress.")
  var quiet = false

  @Flag(help: ArgumentHelp("Refuse to write to a file that exists.", visibility: .hidden))
  var noOverwrite = false
}

import ArgumentParser

/// The person's height, of every command that measures people.
struct HeightArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The person's height, when known.", valueName: "metres"))
  var height: Double?

  func validate() throws {
    if let height, !(0.4...2.8).contains(height) {
      throw ValidationError(
        "--height \(height): a body's height is given in metres, between 0.4 and 2.8.")
    }
  }
}

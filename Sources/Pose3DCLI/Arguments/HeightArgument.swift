import ArgumentParser

/// The person's height, of every command that measures people.
struct HeightArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The person's height, when known: 1.72 or 172cm.", valueName: "metres"),
    transform: BodyHeight.metres)
  var height: Double?
}

import ArgumentParser
import PoseAnalysis

/// The person's height, of every command that measures people.
struct HeightArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: MeasurementOption.height.help("metres"),
    transform: BodyHeight.metres)
  var height: Double?
}

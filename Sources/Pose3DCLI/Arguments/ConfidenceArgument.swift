import ArgumentParser
import PoseAnalysis

/// The minimum confidence of a detection.
struct ConfidenceArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: MeasurementOption.minimumConfidence.help(
      "number", "(default: 0.5, or what is usual with the model of a file)", isHidden: true))
  var minConfidence: Double?

  func validate() throws {
    try MeasurementOption.minimumConfidence.check(minConfidence)
  }
}

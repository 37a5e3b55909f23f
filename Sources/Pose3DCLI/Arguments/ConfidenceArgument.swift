import ArgumentParser

/// The minimum confidence of a detection.
struct ConfidenceArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The minimum confidence in a person or a hand, between 0.05 and 0.99 (default: 0.5, or what is usual "
        + "with the model of a file).", valueName: "number", visibility: .hidden))
  var minConfidence: Double?

  func validate() throws {
    if let minConfidence, !(0.05...0.99).contains(minConfidence) {
      throw ValidationError(
        "--min-confidence \(minConfidence): a number between 0.05 and 0.99 was expected.")
    }
  }
}

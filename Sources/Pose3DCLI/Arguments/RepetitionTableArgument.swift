import ArgumentParser

/// The file for the table of a sequence's repetitions.
struct RepetitionTableArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a line for each repetition as CSV: times, range with its sigma, speed, asymmetry, criteria; "
        + "- for stdout.", valueName: "file"))
  var repetitionsCSV: String?

  /// Checks the file's name, and that standard output gets one document at most.
  ///
  /// - Parameter others: the other documents' options and files.
  func check(besides others: [(option: String, path: String?)]) throws {
    try FileEnding.checkTable("--repetitions-csv", repetitionsCSV)
    let all = others + [("--repetitions-csv", repetitionsCSV)]
    let streamed = all.filter { $0.path == "-" }.map(\.option)
    guard streamed.count < 2 else {
      throw ValidationError(
        "\(streamed[0]) - and \(streamed[1]) - both go to standard output: give one a file.")
    }
  }
}

import ArgumentParser
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseMotion
import PoseReport

/// `pose3d compare`: what changed between two sessions, or differs between the sides of one.
struct CompareCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares sessions, or the left side with the right.",
    discussion: """
      Reads two results of pose3d video, live or exercise's inputs, and lists for every measure the \
      difference, its uncertainty, the smallest difference that can be told from none, and the result. \
      Errors that both sessions share cancel: film them from the same place.

      With one file the left side is compared with the right. Of three or more, in the order of time, each \
      is compared with the first.

      EXAMPLES
        pose3d compare monday.json friday.json
        pose3d compare monday.json friday.json --page change.html
        pose3d compare monday.json friday.json --exercise squat --csv change.csv
        pose3d compare june.json july.json august.json --page knee.html
        pose3d compare squats.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The first session and the later ones: files of joints over time. One file: its two sides.",
      valueName: "file"))
  var files: [String]

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var reading: MotionInputArguments

  @OptionGroup var writing: SessionOutputArguments

  var treatment: OutputArguments? { writing.treatment }

  func validate() throws {
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input is read once: name files for the other sessions.")
    }
  }

  func execute() throws {
    let targets = try writing.files(inputs: files)
    let sessions = try files.map {
      try reading.session($0, motion: motion.processing, exercise: motion.choice)
    }
    guard sessions.count < 3 else { return try writeSeries(sessions, to: targets) }
    let document = try sessions[0].comparison(
      with: sessions.dropFirst().first, version: Pose3DCommand.version)
    let comparison = document.comparison
    for sentence in comparison.conditionSentences { Terminal.warn(sentence) }
    if comparison.isWithoutSigmas { Terminal.warn([MotionAnalysis.sigmaMissing]) }
    try writing.write(
      to: targets, table: ComparisonTable.lines(of: comparison), json: { document.json },
      csv: { document.csv },
      page: { ComparisonPage(document).html })
  }

  private func writeSeries(_ sessions: [MotionAnalysis], to targets: [OutputFile?]) throws {
    let document = try sessions[0].series(
      with: Array(sessions.dropFirst()), version: Pose3DCommand.version)
    for sentence in document.series.conditionSentences { Terminal.warn(sentence) }
    if document.series.isWithoutSigmas { Terminal.warn([MotionAnalysis.sigmaMissing]) }
    try writing.write(
      to: targets, table: ComparisonTable.lines(of: document.series), json: { document.json },
      csv: { document.csv }, page: { SeriesPage(document).html })
  }
}

import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseMotion
import PoseReport

/// `pose3d compare`: what changed between two sessions, or differs between the sides of one.
struct CompareCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two sessions, or the left side with the right.",
    discussion: """
      Reads two results of pose3d video, live or exercise's inputs, and lists for every measure the \
      difference, its uncertainty, the smallest difference that can be told from none, and the result. \
      Errors that both sessions share cancel: film them from the same place.

      With one file the left side is compared with the right.

      EXAMPLES
        pose3d compare monday.json friday.json
        pose3d compare monday.json friday.json --page change.html
        pose3d compare monday.json friday.json --exercise squat --csv change.csv
        pose3d compare squats.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The first session and the second: files of joints over time. One file: its two sides.",
      valueName: "file"))
  var files: [String]

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var reading: MotionInputArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the comparison as JSON; - for stdout.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write the measures as CSV; - for stdout.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write a page for a browser: the table, the curves of both sessions, the conditions.",
      valueName: "file"))
  var page: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    guard (1...2).contains(files.count) else {
      throw ValidationError("\(files.count) files: name one session, or two.")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input is read once: name a file for the other session.")
    }
    if [output, csv, page].count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Only one of --output, --csv and --page can go to standard output.")
    }
    try FileEnding.checkDocument("--output", output)
    try FileEnding.checkTable("--csv", csv)
    try FileEnding.checkPage("--page", page)
  }

  func execute() throws {
    let targets = try OutputFile.all(
      [("--output", output), ("--csv", csv), ("--page", page)], inputs: files)
    let sessions = try files.map(session(in:))
    let comparison =
      sessions.count == 2
      ? SessionComparison(before: sessions[0].summary, after: sessions[1].summary)
      : SessionComparison(sidesOf: sessions[0].summary)
    guard !comparison.rows.isEmpty else {
      throw Failure(
        code: .data,
        message: "\(files.joined(separator: ", ")): there is no measure that "
          + (sessions.count == 2 ? "both sessions have" : "both sides have"))
    }
    var warnings: [String] = []
    for sentence in sessions.flatMap(\.warnings) where !warnings.contains(sentence) {
      warnings.append(sentence)
    }
    let document = ComparisonDocument(
      version: Pose3DCommand.version, comparison: comparison, warnings: warnings)
    let texts = [
      (output, { document.json }), (csv, { document.csv }),
      (
        page,
        {
          ComparisonPage(
            version: Pose3DCommand.version, comparison: comparison, warnings: warnings
          ).html
        }
      ),
    ]
    let isPiped = [output, csv, page].contains("-")
    if !isPiped {
      let terminal = Terminal.standardOutput
      for line in ComparisonTable.lines(of: comparison) {
        terminal.write(line.text, style: line.style)
      }
    }
    for sentence in comparison.conditionSentences { Terminal.warn(sentence) }
    // Times have none and need none.
    if comparison.rows.allSatisfy({ $0.verdict == .unknown || $0.unit == .second }) {
      Terminal.warn(
        "the joints have no uncertainty, and nothing can be told: --sigma states one of the joints."
      )
    }
    for ((path, text), file) in zip(texts, targets) {
      if let file {
        try file.write(Array(text().utf8))
        Terminal.standardOutput.writeWritten([file.path])
      } else if path == "-" {
        Terminal.standardOutput.writeRaw(text())
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func session(in path: String) throws -> (summary: SessionSummary, warnings: [String]) {
    let read = try reading.read(path)
    let analysis = try MotionAnalysis(
      of: read, person: reading.person, motion: motion.sequenceOptions, exercise: motion.choice)
    Terminal.warn(analysis.diagnostics)
    let origin =
      read.isOurs && path != "-" ? try DocumentOrigin(contentsOf: path.readablePath) : nil
    let camera = analysis.sequence.recording.camera ?? origin?.camera
    // The one who is seen in most frames; of equals the first.
    let shown = analysis.people.map { $0.states.count { $0 != nil } }
    guard let most = shown.max(), most > 0, let index = shown.firstIndex(of: most) else {
      throw Failure(code: .data, message: "\(path): no person is in any of its frames")
    }
    let summary = SessionSummary(
      of: analysis.people[index], analysis.analyses[index],
      name: (path as NSString).lastPathComponent,
      isInCameraFrame: analysis.sequence.recording.isInCameraFrame,
      hasCamera: camera != nil)
    let sentences = (origin?.warnings ?? []) + analysis.diagnostics.map(\.description)
    return (summary, FileNames.withoutFolders(sentences, of: [path, origin?.file]))
  }
}

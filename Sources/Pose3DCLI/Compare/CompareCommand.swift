import ArgumentParser
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseMotion
import PoseReport
import Foundation

/// `pose3d compare`: what changed between two sessions, or differs between the sides of one.
struct CompareCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares sessions, or the left side with the right.",
    discussion: """
      Reads two results of pose3d video, live or exercise's inputs, and lists for every measure the \
      difference, its uncertainty, the smallest difference that can be told from none, and the result. \
      Errors that both sessions share cancel: film them from the same place. Where no repetitions are counted \
      and the person walks or runs, the measures are those of pose3d gait, and the angles of each stride.

      With one file the left side is compared with the right. Of three or more, in the order of time, each \
      is compared with the first.

      EXAMPLES
        pose3d compare monday.json friday.json
        pose3d compare monday.json friday.json --page change.html
        pose3d compare monday.json friday.json --exercise squat --csv change.csv
        pose3d compare june.json july.json august.json --page knee.html
        pose3d compare walk-may.json walk-june.json --page walk.html
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
      page: { ComparisonPage(document.inPlainWords).html })
  }

  private func writeSeries(_ sessions: [MotionAnalysis], to targets: [OutputFile?]) throws {
    let document = try sessions[0].series(
      with: Array(sessions.dropFirst()), version: Pose3DCommand.version)
    for sentence in document.series.conditionSentences { Terminal.warn(sentence) }
    if document.series.isWithoutSigmas { Terminal.warn([MotionAnalysis.sigmaMissing]) }
    try writing.write(
      to: targets, table: ComparisonTable.lines(of: document.series), json: { document.json },
      csv: { document.csv }, page: { SeriesPage(document.inPlainWords).html })
  }
}

/// The table of a comparison for people.
enum ComparisonTable {
  static func lines(of comparison: SessionComparison) -> [TableLine] {
    let isSides = comparison.pairing == .sides
    let heads =
      isSides
      ? ["measure", "left", "right", "left less right", "detectable", "result"]
      : ["measure", "before", "after", "difference", "detectable", "result"]
    let rows = comparison.shownRows.map { row in
      [
        row.title, row.text(row.before), row.text(row.after),
        row.text(row.difference, signed: true), row.limitText,
        isSides ? row.verdict.sideWords : row.verdict.words,
      ]
    }
    let columns = TableColumns([heads] + rows, isLastLeft: true)
    let line = columns.line
    let sessions: [TableLine] =
      isSides
      ? [(heading("", comparison.before), .plain)]
      : [
        (heading("before  ", comparison.before), .plain),
        (heading("after   ", comparison.after), .plain),
      ]
    let body: [TableLine] = zip(comparison.shownRows, rows).map { row, cells in
      (line(cells), row.verdict == .changed ? .good : .plain)
    }
    return sessions + [("", .plain), (line(heads), .heading)] + body + [
      ("", .plain),
      (
        "detectable: the smallest difference that is distinct from none with 95 % confidence. ±: one "
          + "standard deviation.", .faint
      ), (comparison.assumption, .faint),
    ]
  }

  /// The first session's means and the later ones' differences from them.
  static func lines(of series: SessionSeries) -> [TableLine] {
    let later = series.comparisons.indices.map { "\($0 + 2) less 1" }
    let heads = ["measure", "1"] + later
    let rows = series.shownRows.map { _, rows in
      let known = rows.compactMap { $0 }
      let differences = rows.map { row in
        guard let row else { return "–" }
        let mark = row.verdict == .changed ? " *" : "  "
        return row.text(row.difference, signed: true) + mark
      }
      return [known.first?.title ?? "", known.first.map { $0.text($0.before) } ?? "–"]
        + differences
    }
    let columns = TableColumns([heads.map { $0.hasSuffix("less 1") ? $0 + "  " : $0 }] + rows)
    let sessions: [TableLine] = series.sessions.enumerated().map { index, session in
      (heading("\(index + 1)  ", session), .plain)
    }
    let body: [TableLine] = zip(series.shownRows, rows).map { shown, cells in
      let isChanged = shown.rows.contains { $0?.verdict == .changed }
      return (columns.line(cells), isChanged ? .good : .plain)
    }
    let notes = [
      "*: changed, with 95 % confidence for all sessions of a measure together. ±: one standard deviation."
    ]
    return sessions + [
      ("", .plain),
      (columns.line(heads.map { $0.hasSuffix("less 1") ? $0 + "  " : $0 }), .heading),
    ] + body + [("", .plain)] + (notes + series.assumptions).map { ($0, .faint) }
  }

  private static func heading(_ label: String, _ session: SessionSummary) -> String {
    "\(label)\(session.name.safeOnOneLine)   \(SessionComparison.summary(of: session))"
  }
}

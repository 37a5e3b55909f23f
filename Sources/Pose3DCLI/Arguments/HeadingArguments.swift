import ArgumentParser
import PoseReport

/// The options for a report's heading, of every command that writes one.
struct HeadingArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The report's title (default: the file's name).", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The person's code or name, in the report.", valueName: "text"))
  var subject: String?

  @Option(help: ArgumentHelp("The date of the recording, in the report.", valueName: "text"))
  var date: String?

  @Option(
    help: ArgumentHelp("A note in the report. May be given several times.", valueName: "text"))
  var note: [String] = []

  /// The given heading.
  var heading: ReportHeading {
    ReportHeading(title: title, subject: subject, date: date, notes: note)
  }
}

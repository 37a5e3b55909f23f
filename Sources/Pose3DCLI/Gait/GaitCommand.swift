import ArgumentParser
import PoseAnalysis
import PoseFiles
import PoseMotion
import PoseReport
import Foundation

/// `pose3d gait`: when the feet strike and leave the ground, and what is measured of the steps.
struct GaitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "gait",
    abstract: "Measures walking and running: steps, times, lengths and joint curves.",
    discussion: """
      Reads a result of pose3d video or live, or any input of pose3d exercise, and finds foot \
      strikes and toe offs. Straight passes are pooled; turns and pauses are left out.

      What one camera can't see from its side is listed with the reason. Lengths are as certain as \
      the body height: state it with --height when the video is measured.

      EXAMPLES
        pose3d gait walk.json
        pose3d gait walk.json -o gait.json --csv gait.csv --page gait.html
        pose3d gait openpose/ --fps 60 --size 1920x1080 --height 1.72
        pose3d gait walk.trc
        pose3d gait walk.json --reference men-31-40.json --page gait.html

      docs/how-to/measure-walking.md has the format of a reference.
      """)

  @OptionGroup var session: SessionArguments

  @Option(
    help: ArgumentHelp(
      "Compare with the values of a group of people (pose3d.gaitReference/1).",
      valueName: "file"))
  var reference: String?

  @OptionGroup var writing: SessionOutputArguments

  var treatment: OutputArguments? { writing.treatment }

  func execute() throws {
    let files = try writing.files(inputs: [session.input] + [reference].compactMap { $0 })
    let group = try reference.map { try GaitReference(contentsOf: $0.readablePath) }
    let document = try session.analysis().gait(
      comparedWith: group, version: Pose3DCommand.version)
    Terminal.warn(MotionAnalysis.diagnostics(of: document.people))
    try writing.write(
      to: files, table: document.people.flatMap { GaitTable.lines(of: $0, reference: group) },
      json: { document.json },
      csv: { document.csv }, page: { GaitPage(document.inPlainWords).html })
  }
}

/// The table of a person's walking for people.
enum GaitTable {
  /// The tables of the people of a sequence who walk; a sentence if there are none.
  static func lines(of people: [PersonMotion], in sequence: PoseSequence) -> [TableLine] {
    let walking = people.map { person in
      GaitDocument.Person(
        id: person.id, stature: person.stature, gait: GaitAnalysis(of: person, in: sequence))
    }.filter { !$0.gait.passes.isEmpty }
    guard !walking.isEmpty else {
      return [("no straight stretch of two steps or more was found", .faint), ("", .plain)]
    }
    return walking.flatMap { lines(of: $0, reference: nil) + [("", .plain)] }
  }

  static func lines(
    of person: GaitDocument.Person, reference: GaitReference?
  ) -> [TableLine] {
    let gait = person.gait
    let passes = gait.passes.map { pass -> TableLine in (gait.text(of: pass), .plain) }
    let excluded = gait.excluded.map { part -> TableLine in (part.sentence, .faint) }
    let rows = gait.rows.map { quantity, measures -> [String] in
      let difference = gait.asymmetries.first { $0.quantity == quantity }
      let texts = reference?.texts(of: measures)
      return [
        quantity.title, measures[0].text, measures.count > 1 ? measures[1].text : "",
        difference?.text ?? "",
        "\(measures.reduce(0) { $0 + $1.count })",
      ] + (reference == nil ? [] : [texts?.range ?? "", texts?.position ?? ""])
    }
    let heads =
      ["", "left, or both", "right", "asymmetry", "count"]
      + (reference == nil ? [] : ["reference", ""])
    let heading: TableLine = ("person \(person.id)   \(gait.title)", .heading)
    return [heading] + passes + excluded + [("", .plain)] + TableColumns.table(heads, rows) + [
      ("", .plain),
      (
        "±: one standard deviation of the mean. asymmetry: left less right, as a share of their mean; "
          + "different beyond twice its ±.",
        .faint
      ),
    ] + (reference.map { [($0.sentence, .faint)] } ?? [])
  }
}

import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseMotion
import PoseReport

/// `pose3d gait`: when the feet strike and leave the ground, and what is measured of the steps.
struct GaitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "gait",
    abstract: "Measures walking: steps, times, lengths and joint curves.",
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
      """)

  @Argument(
    help: ArgumentHelp(
      "The file of joints over time, or the folder with a keypoint file for every image; - for "
        + "standard input.", valueName: "input"))
  var input: String

  @OptionGroup var reading: MotionInputArguments

  @OptionGroup(title: "MOTION") var processing: ProcessingArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write events, measures and curves as JSON; - for stdout.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write the measures as CSV; - for stdout.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write a page for a browser: the measures, and the joints' curves over a stride.",
      valueName: "file"))
  var page: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if [output, csv, page].count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Only one of --output, --csv and --page can go to standard output.")
    }
    try FileEnding.checkDocument("--output", output)
    try FileEnding.checkTable("--csv", csv)
    try FileEnding.checkPage("--page", page)
  }

  func execute() throws {
    let targets = try OutputFile.all(
      [("--output", output), ("--csv", csv), ("--page", page)], inputs: [input])
    let read = try reading.read(input)
    let analysis = try MotionAnalysis(
      of: read, person: reading.person, motion: processing.sequenceOptions,
      exercise: .none)
    Terminal.warn(analysis.diagnostics)
    let recording = analysis.sequence.recording
    let people = analysis.people.map { person in
      GaitDocument.Person(
        id: person.id, stature: person.stature,
        gait: GaitAnalysis(
          of: person, isInCameraFrame: recording.isInCameraFrame,
          isOfOneCamera: recording.isInCameraFrame && recording.views.isEmpty))
    }
    let walking = people.filter { !$0.gait.passes.isEmpty }
    guard !walking.isEmpty else {
      let excluded = people.flatMap(\.gait.excluded).map(\.sentence)
      throw Failure(
        code: .data,
        message: "\(input): no person walks two steps or more in a straight line"
          + (excluded.isEmpty ? "" : " (\(excluded.joined(separator: "; ")))"))
    }
    let origin =
      read.isOurs && input != "-" ? try DocumentOrigin(contentsOf: input.readablePath) : nil
    let sentences = FileNames.withoutFolders(
      (origin?.warnings ?? []) + analysis.diagnostics.map(\.description), of: [input, origin?.file])
    let document = GaitDocument(
      version: Pose3DCommand.version, file: (input as NSString).lastPathComponent, people: walking,
      warnings: sentences)
    if ![output, csv, page].contains("-") {
      let terminal = Terminal.standardOutput
      for line in walking.flatMap(GaitTable.lines(of:)) {
        terminal.write(line.text, style: line.style)
      }
    }
    let texts = [{ document.json }, { document.csv }, { GaitPage(document).html }]
    for ((path, text), file) in zip(zip([output, csv, page], texts), targets) {
      if let file {
        try file.write(Array(text().utf8))
        Terminal.standardOutput.writeWritten([file.path])
      } else if path == "-" {
        Terminal.standardOutput.writeRaw(text())
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }
}

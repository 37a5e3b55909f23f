import PoseAnalysis
import ArgumentParser
import PoseDocuments
import PoseFiles
import Foundation
import PoseMotion
import PoseFiles

/// `pose3d exercise`: people over time, from a file, to repetitions and ranges of motion.
struct ExerciseCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercise",
    abstract: "Counts and measures the repetitions in a file of skeletons or keypoints.",
    discussion: """
      Reads sequences of ours (JSON or JSON Lines of pose3d video), TRC, Kinect, MediaPipe's world \
      landmarks and points by name, as pose3d angles does; and 2D keypoints as pose3d keypoints does \
      (a folder of OpenPose's, COCO, pose3d.keypoints/1), which are lifted to joints first.

      A sequence of ours is analysed from what was measured; --as-is takes its joints as they stand \
      in the file, filled, repaired and smoothed. Files without times need --fps.

      The exercise is recognised from the motion, or named with --exercise; --rep-angle counts the \
      cycles of any angle. Partial repetitions are listed, with the reason why they don't count.

      EXAMPLES
        pose3d exercise squats.json
        pose3d exercise curls.trc --exercise curl -o curls.json --csv curls.csv
        pose3d exercise lunges.jsonl --plots plots --report lunges.html
        pose3d exercise openpose/ --fps 30 --size 1920x1080 --height 1.72
        pose3d exercise kinect.json --rep-angle leftElbowFlexion --rep-min 40
      """)

  @Argument(
    help: ArgumentHelp(
      "The file with 3D joints or 2D keypoints, told by its content, or the folder with a keypoint "
        + "file for every image; - for standard input.", valueName: "input"))
  var input: String

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var prescription: TargetArguments

  @OptionGroup var reading: MotionInputArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write exercise, repetitions and measures as JSON; - for stdout.", valueName: "file"))
  var output: String?

  @OptionGroup var tables: MotionTableArguments

  @OptionGroup var report: ReportArgument

  @OptionGroup var privacy: PrivacyArguments

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if report.report == "-" { throw ReportArgument.refusal }
    try FileEnding.checkDocument("--output", output)
    try privacy.check([("--report", report.report)])
    try tables.check(besides: output)
  }

  func execute() throws {
    try PageFile.check("--report", report.report)
    let files = try OutputFile.all(
      [("--output", output), ("--csv", tables.csv), ("--report", report.report)]
        + [("--repetitions-csv", tables.repetitionsCSV)], inputs: [input])
    let results = MotionResults(
      json: output, jsonFile: files[0], csv: tables.csv, csvFile: files[1],
      repetitions: tables.repetitionsCSV, repetitionsFile: files[3], plots: tables.plots)
    try results.prepare()
    let read = try reading.read(input)
    let analysis = try MotionAnalysis(
      of: read, person: reading.person, options: reading.measurement(motion, prescription))
    Terminal.warn(analysis.diagnostics)
    let document = analysis.document(
      version: Pose3DCommand.version, wording: \.commandLineWords)
    let drawn = try results.write(document, inputs: [input])
    let reported = try report.report.map { path in
      try ReportArgument.write(
        [
          ReportArgument.clip(
            of: analysis, input, read, video: report.noVideo ? .leftOut : .beside, privacy: privacy)
        ],
        heading: report.about.heading, to: files[2],
        named: path)
    }
    try results.finish(
      analysis.people, in: analysis.sequence, analysis.analyses,
      showsWalking: motion.showsWalking, plots: drawn,
      further: [reported].compactMap { $0 })
  }
}

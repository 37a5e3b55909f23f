public import ArgumentParser
import Foundation
internal import PoseAnalysis
import PoseDetection
import PoseDocuments
public import PoseEvaluation

/// `pose3d benchmark`: how accurate the program is where the truth is known.
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Measures how accurate skeletons are where the truth is known.",
    discussion: """
      EXAMPLES
        pose3d benchmark lift frames
        pose3d benchmark lift frames --2d detected --depth none -o report.json
      """,
    subcommands: [BenchmarkLiftCommand.self])
}

/// `pose3d benchmark lift`: skeletons from rendered frames against their truth.
struct BenchmarkLiftCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lift",
    abstract: "Compares lifted skeletons with the truth of a folder of frames.",
    discussion: """
      Every folder in FOLDER with a case.json is a frame: colour picture, depth maps and the truth, \
      as the fixtures of the project have them. FOLDER may be such a folder itself. Sequences and \
      frames of several people are left out, and counted.

      joints is the mean distance of the 17 joints from the true ones, relative to the root \
      (MPJPE), aligned the same after the best rotation, shift and scale (PA-MPJPE), in mm. \
      Without depth the truth is scaled to a body of 1.8 m. Of errors along the axes of the \
      camera 68.3 % are within ± sigma when the stated sigmas are right.

      The same folder gives the same numbers on every run. The exit code is 0 when the frames could \
      be read, however large the errors are.

      EXAMPLES
        pose3d benchmark lift frames
        pose3d benchmark lift frames --2d detected --per-case
        pose3d benchmark lift frames --2d noisy --depth none -o - | jq .mpjpe
        pose3d benchmark lift fixtures/rendered/p039
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder of frames, each a folder with a case.json; or one such frame.",
      valueName: "folder"))
  var folder: String

  @Option(
    name: .customLong("2d"),
    help: ArgumentHelp(
      "The 2D keypoints. exact: the true ones; noisy: these with a detector's kind of noise; "
        + "detected: those that are found in the colour picture.", valueName: "keypoints"))
  var keypoints: LiftingBenchmark.Keypoints = .exact

  @Option(
    help: ArgumentHelp(
      "The depth map. sensor: with the sensor's noise; clean: without; none: no depth map.",
      valueName: "map"))
  var depth: EvaluationCase.DepthSource = .sensor

  @Flag(help: "Tell the lifter which way is down, where a frame states it.")
  var gravity = false

  @Flag(help: "Also show every frame, the worst first.")
  var perCase = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the report as JSON; - for stdout.", valueName: "file"))
  var output: String?

  /// The former name of `--output -`.
  @Flag(help: .hidden) var json = false

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if json && output != nil {
      throw ValidationError("--json and --output both write JSON: give one of them.")
    }
    try FileEnding.checkDocument("--output", output)
  }

  func execute() throws {
    if json { Terminal.warn("--json is called --output - now.") }
    let file = try OutputFile.all([("--output", output)], inputs: [])[0]
    let set = try EvaluationSet(folder: folder)
    let report = try report(on: set)
    let document = report.json(version: Pose3DCommand.version, perCase: perCase)
    try file?.write(Array(document.utf8))
    if json || output == "-" {
      Terminal.standardOutput.writeRaw(document)
    } else {
      for line in BenchmarkTable.lines(of: report, perCase: perCase) {
        Terminal.standardOutput.write(line.text, style: line.style)
      }
      Terminal.standardOutput.writeWritten([file?.path].compactMap { $0 })
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func report(on set: EvaluationSet) throws -> LiftingReport {
    let detector = keypoints == .detected ? try Self.detector() : nil
    var bar = ProgressBar(total: set.cases.count, on: .standardError)
    defer { bar.erase() }
    return try LiftingBenchmark(
      keypoints: keypoints, depth: depth, usesGravity: gravity
    ).report(
      on: set, detect: detector.map { detector in { try detector.poses(in: $0).first } },
      progress: { bar.show($0) })
  }

  /// The detector of `pose3d analyze`.
  private static func detector() throws -> BodyPoseDetector {
    var options = BodyPoseDetector.Options()
    options.effort = .best
    options.cacheFolder = Installation.cacheFolder
    return try BodyPoseDetector(
      assets: .forCommand(), options: options)
  }
}

extension LiftingBenchmark.Keypoints: ExpressibleByArgument {}
extension EvaluationCase.DepthSource: ExpressibleByArgument {}

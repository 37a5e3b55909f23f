import ArgumentParser
import Foundation
import PoseAnalysis
import PoseDetection
import PoseDocuments
import PoseEvaluation

/// `pose3d-bench lift`: skeletons from rendered frames against their truth.
struct LiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lift",
    abstract: "Compares lifted skeletons with the truth of a folder of frames.",
    discussion: """
      Every folder in FOLDER with a case.json is a frame: colour image, depth maps and the truth, \
      as the fixtures of the project have them. FOLDER may be such a folder itself. Sequences and \
      frames of several people are left out, and counted.

      joints is the mean distance of the 17 joints from the true ones, relative to the root \
      (MPJPE), aligned the same after the best rotation, shift and scale (PA-MPJPE), in mm. \
      Without depth the truth is scaled to a body of 1.8 m. Of errors along the axes of the \
      camera 68.3 % are within ± sigma when the stated sigmas are right.

      The same folder gives the same numbers on every run. The exit code is 0 when the frames could \
      be read, however large the errors are.

      EXAMPLES
        pose3d-bench lift frames
        pose3d-bench lift frames --2d detected --per-case
        pose3d-bench lift frames --2d noisy --depth none -o - | jq .mpjpe
        pose3d-bench lift fixtures/rendered/p039
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
        + "detected: those that are found in the colour image.", valueName: "keypoints"))
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

  func run() throws {
    let file = try output.flatMap { $0 == "-" ? nil : try OutputFile($0, inputs: []) }
    let detector = keypoints == .detected ? try Self.detector() : nil
    let report = try LiftingBenchmark(keypoints: keypoints, depth: depth, usesGravity: gravity)
      .report(
        on: try EvaluationSet(folder: folder),
        detect: detector.map { detector in { try detector.poses(in: $0).first } })
    let document = report.json(version: Installation.version, perCase: perCase)
    try file?.write(Array(document.utf8))
    if output == "-" {
      print(document, terminator: "")
    } else {
      for line in LiftTable.lines(of: report, perCase: perCase) { print(line) }
    }
  }

  /// The detector of `pose3d analyze`.
  private static func detector() throws -> BodyPoseDetector {
    var options = BodyPoseDetector.Options()
    options.effort = .best
    options.cacheFolder = Installation.cacheFolder
    return try BodyPoseDetector(
      assets: .locate(in: Installation.assetFolders().folders), options: options)
  }
}

extension LiftingBenchmark.Keypoints: ExpressibleByArgument {}
extension EvaluationCase.DepthSource: ExpressibleByArgument {}

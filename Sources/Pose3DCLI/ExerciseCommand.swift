import ArgumentParser
import Foundation
import Motion
import PoseFiles

/// `pose3d exercise`: people over time, from a file, to repetitions and ranges of motion.
struct ExerciseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exercise",
    abstract: "Counts and measures the repetitions in a file of skeletons or keypoints.",
    discussion: """
      Reads sequences of ours (JSON or JSON Lines of pose3d video), TRC, Kinect, MediaPipe's world \
      landmarks and points by name, as pose3d angles does; and 2D keypoints as pose3d keypoints does \
      (a folder of OpenPose's, COCO, pose3d.keypoints/1), which are lifted to joints first.

      A sequence of ours is analysed from what was measured; --as-is takes its joints as they stand \
      in the file, filled, repaired and smoothed. Files without times need --fps.

      The exercise is told from the motion, named with --exercise, or any angle's goings and comings \
      are counted with --rep-angle. What goes not far enough is listed, and not counted.

      EXAMPLES
        pose3d exercise squats.json
        pose3d exercise curls.trc --exercise curl -o curls.json --csv curls.csv
        pose3d exercise lunges.jsonl --plots plots
        pose3d exercise openpose/ --fps 30 --size 1920x1080 --height 1.72
        pose3d exercise kinect.json --rep-angle leftElbowFlexion --rep-min 40
      """)

  @Argument(
    help: ArgumentHelp(
      "The file with 3D joints or 2D keypoints, told by its content, or the folder with a keypoint "
        + "file for every picture.", valueName: "input"))
  var input: String

  @OptionGroup var motion: MotionArguments

  @Option(
    help: ArgumentHelp(
      "Frames a second: their times are those of their numbers, whatever the file says.",
      valueName: "number"))
  var fps: Double?

  @Option(help: ArgumentHelp("Only the person of this number.", valueName: "number"))
  var person: Int?

  @Flag(help: "Take the joints of a sequence of ours as they stand there, and not as measured.")
  var asIs = false

  @OptionGroup var skeletons: SkeletonArguments

  @OptionGroup var lifting: LiftingArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write exercise, repetitions and measures as JSON; - for stdout.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the angles of every frame as CSV; - for stdout.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write plots of the angles, as PNG and SVG, to this folder.", valueName: "folder"))
  var plots: String?

  func validate() throws {
    if let fps, !(fps > 0 && fps <= 100_000) {
      throw ValidationError("--fps \(fps): frames a second are more than 0, and up to 100000.")
    }
    if output == "-" && csv == "-" {
      throw ValidationError("--output - and --csv - both go to standard output: give one a file.")
    }
  }

  func run() throws {
    do {
      try analyze()
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }

  private func analyze() throws {
    let files = try OutputFile.all([("--output", output), ("--csv", csv)], inputs: [input])
    let results = MotionResults(
      json: output, jsonFile: files[0], csv: csv, csvFile: files[1], plots: plots)
    try results.prepare()
    let read = try MotionInput.read(
      input, options: .init(skeletons: skeletons, lifting: lifting, frameRate: fps, asIs: asIs))
    let sequence = PoseSequence(read.recording, options: motion.sequenceOptions)
    let people = try people(of: sequence)
    var warnings = read.warnings
    if read.recording.frames.count == 1 {
      warnings.append(
        "\(input): has one frame, and a repetition needs a motion: what is measured is that moment")
    }
    let document = ExerciseDocument(
      version: Pose3DCommand.version, input: read.source, sequence: sequence, people: people,
      analyses: people.map { ExerciseAnalysis(of: $0, choice: motion.choice) }, warnings: warnings)
    for warning in warnings {
      Terminal.standardError.write("pose3d: \(warning)", style: .warning)
    }
    let drawn = try results.write(document, inputs: [input])
    try results.finish(people, in: sequence, document.analyses, also: drawn)
  }

  /// The people of a sequence who were asked for.
  private func people(of sequence: PoseSequence) throws(Failure) -> [PersonMotion] {
    guard let person else { return sequence.people }
    let people = sequence.people.filter { $0.id == person }
    guard people.isEmpty else { return people }
    let ids = sequence.people.map { "\($0.id)" }.joined(separator: ", ")
    throw Failure(
      code: .usage, message: "\(input): there is no person \(person); the people are \(ids)")
  }
}

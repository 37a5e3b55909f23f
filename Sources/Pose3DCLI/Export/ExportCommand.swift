import PoseAnalysis
import ArgumentParser
import PoseDocuments
import Foundation
import PoseMotion
import PoseExport
import PoseFiles

/// `pose3d export`: joints from a file to the formats of other programs.
struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes skeletons for OpenSim, Blender, C3D and USD.",
    discussion: """
      Reads what pose3d angles and pose3d exercise read: skeletons of ours, of an image or a video, TRC, \
      Kinect, MediaPipe's world landmarks, points by name, and 2D keypoints. A single image is a motion \
      of one frame.

      trc: markers for OpenSim. mot: coordinates of OpenSim's full-body models. c3d: points for gait \
      laboratories, repetitions as events. bvh, glb, usda: a skeleton that moves, for Blender, Unity, \
      MotionBuilder, Omniverse. csv: the joints' places and sigmas. jsonl: skeletons of ours.

      The joints are repaired and smoothed, as by pose3d exercise; --raw takes them as they were \
      measured. y is up, metres, the feet on the floor. TRC, MOT and BVH have a file for each person.

      EXAMPLES
        pose3d export squats.json --to trc,mot -o opensim/
        pose3d export squats.json --to glb -o . --person 1
        pose3d export walk.trc --to bvh --output-units m -o walk/
        pose3d export skeleton.json --to usda,csv --raw -o out/
      """)

  @Argument(
    help: ArgumentHelp(
      "The file with 3D joints or 2D keypoints, told by its content, or the folder with a keypoint "
        + "file for every image; - for standard input.", valueName: "input"))
  var input: String

  @Option(
    help: ArgumentHelp(
      "The formats, with commas between them: trc, mot, c3d, bvh, glb, usda, csv, jsonl (default: "
        + "that of the ending of --output).", valueName: "formats"),
    transform: ExportFormats.init)
  var to: ExportFormats?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the files, which have the input's name; it is made where it is missing. Or a file, "
        + "named with its format's ending.", valueName: "folder"))
  var output: String

  @OptionGroup(title: "FILES THAT ARE WRITTEN") var export: ExportArguments

  @Flag(help: "Take the joints as they were measured: not repaired, filled or smoothed.")
  var raw = false

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var reading: MotionInputArguments

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if output == "-" {
      throw ValidationError("--output -: files are written into a folder, not to standard output.")
    }
    try export.check(against: fileFormat.map { [$0] } ?? to?.formats ?? [])
    guard let format = fileFormat else {
      if to == nil {
        let ending = (output as NSString).pathExtension
        if let sentence = ExportFormats.sentence(onEnding: ending) {
          throw ValidationError("--output \(output): \(sentence).")
        }
        throw ValidationError(
          "--output \(output): the format is missing: give --to, or a file's name such as walk.bvh."
        )
      }
      return
    }
    if let to, to.formats != [format] {
      throw ValidationError(
        "--output \(output): this is one file of \(format.rawValue), and --to \(to) names "
          + "something else: give a folder.")
    }
  }

  /// The format of the one file that --output names; `nil` where it is a folder.
  private var fileFormat: ExportFormat? {
    guard !Destination.isFolder(output) else { return nil }
    return ExportFormat(rawValue: (output as NSString).pathExtension.lowercased())
  }

  func execute() throws {
    export.warnOfFormerNames()
    let formats = fileFormat.map { [$0] } ?? to?.formats ?? []
    let (folder, name): (String, String) =
      fileFormat == nil
      ? (output, Self.stem(of: input))
      : (FileNames.folder(of: output), Self.stem(of: output))
    if fileFormat == nil { try Destination.makeFolder(folder) }
    let read = try reading.read(input)
    Terminal.warn(read.diagnostics)
    // Repetitions are C3D's alone, as events, and to find them takes longer than to write a file.
    var options = reading.measurement(motion)
    if !formats.contains(.c3d) { options.exercise = .none }
    let analysis = try MotionAnalysis(of: read, person: reading.person, options: options)
    let clip = try PoseClip(
      of: analysis.sequence, people: analysis.people, analyses: analysis.analyses,
      joints: raw ? .measured : .processed, path: input)
    let outcome = try PoseExport(
      of: clip, options: export.options, path: input, version: Pose3DCommand.version
    ).write(formats, toFolder: folder, named: name, inputs: [input])
    Terminal.warn(outcome.diagnostics)
    Terminal.standardOutput.writeWritten(outcome.files)
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// The name of an input's files: its own name without ending.
  static func stem(of input: String) -> String {
    let stem = FileNames.stem(of: input)
    return input == "-" || stem.isEmpty || stem == "/" || stem.hasPrefix(".") ? "pose3d" : stem
  }
}

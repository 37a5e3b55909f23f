import PoseAnalysis
import ArgumentParser
import Foundation

@main
struct Pose3DCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pose3d",
    abstract: "Turns an image, and a depth map where there is one, into a person's skeleton.",
    discussion: """
      17 joints in metres with the angles between them, on the CPU, offline, from files that people \
      have. Every joint says where it came from (measured by depth, estimated from the image, \
      hidden) and its uncertainty.

      An image, video, depth map or file of 3D joints without a command is measured as its contents \
      say: an image as by analyze.

      EXAMPLES
        pose3d photo.jpg
        pose3d analyze photo.jpg --level --overlay overlay.png
        pose3d analyze color.png --depth depth.png --depth-scale mm -o body.json
        pose3d video squats.mp4 -o squats.json --annotate annotated.mp4
        pose3d live
        pose3d batch videos/ -o results
        pose3d detect team.jpg --people all --overlay overlay.png
        pose3d hands selfie.jpg --overlay overlay.png
        pose3d depth IMG_0042.HEIC --preview depth.png
        pose3d angles skeleton.json --joints elbow,knee
        pose3d exercise squats.json --exercise squat
        pose3d ergonomics packing.mp4 --load 8kg --coupling fair
        pose3d compare monday.json friday.json
        pose3d advise photo.jpg --exercise squat --map map.png
        pose3d export squats.json --to bvh,trc -o out/
        pose3d report squats.json -o squats.html
        pose3d keypoints openpose/ --to coco -o results.json
        pose3d cameras Calib.toml
        pose3d doctor
      """,
    version: version,
    subcommands: [
      AnalyzeCommand.self, VideoCommand.self, LiveCommand.self, BatchCommand.self,
      ExerciseCommand.self, GaitCommand.self, TestCommand.self, ErgonomicsCommand.self,
      CompareCommand.self, AdviseCommand.self, DetectCommand.self,
      HandsCommand.self, DepthCommand.self, AnglesCommand.self, ExportCommand.self,
      ReportCommand.self,
      KeypointsCommand.self,
      CamerasCommand.self, DoctorCommand.self,
    ])

  /// A file that grows beyond a limit is an error like a full disk, and not the end of the program;
  /// a reader that has gone away (`pose3d … | head`) is no error.
  static func main() {
    StandardStreams.open()
    Interruption.prepare()
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parsed(CommandLine.fileSystemArguments)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// The command that the arguments name or imply.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    var arguments = arguments
    do {
      arguments = try ImpliedCommand.completing(arguments)
    } catch {
      throw error.report()
    }
    arguments = arguments.map { $0 == "--help-all" ? "--help-hidden" : $0 }
    do {
      return try parseAsRoot(arguments)
    } catch  where !exitCode(for: error).isSuccess {
      // The parser reports an unknown option last, after the inputs that it takes its value for.
      guard let unknown = UnknownOption(in: arguments) else { throw error }
      throw Failure(code: .usage, message: unknown.message).report()
    }
  }

  /// Ends the program as the parser does: with its text for an error, the help or the version, in which
  /// the user's own words may stand.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    var words = fullMessage(for: error)
    if words.hasPrefix("Error: ") { words = "error: " + words.dropFirst(7) }
    if words.hasPrefix("OVERVIEW: "), !CommandLine.arguments.contains("--help-all") {
      words += "\nThe options that are needed most are listed; --help-all lists every one."
    }
    let stream = code.isSuccess ? Terminal.standardOutput : .standardError
    if !words.isEmpty { stream.write(words) }
    Foundation.exit(code.rawValue)
  }

  /// The program's version, also in the files that it writes.
  static let version = Installation.version
}

import ArgumentParser
import DepthIO
import Detection
import Foundation
import Motion
import PoseDrawing
import PoseFiles
import Video

/// `pose3d video`: a video to skeletons, angles and repetitions.
struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "video",
    abstract: "Measures the people in a video: skeletons, angles over time, repetitions.",
    discussion: """
      INPUT is a video file, a folder of numbered frames (0000_color.jpg beside 0000_depth.png, with \
      --fps) or a Record3D recording. Depth maps may be a track of the video itself (16-bit grey in \
      Matroska, as Azure Kinect records them), another such file, or a folder.

      The people are followed, exchanged sides and turned depths are put right, short gaps are \
      filled, positions are smoothed without lag, and every bone keeps one length. What was measured \
      before all that is in the JSON too, as "raw".

      The exercise is recognised, unless --exercise names it; --rep-angle counts any angle's \
      repetitions. Half repetitions are listed, with the reason why they don't count.

      Ctrl-C ends the work with what was done until then: all files are complete, and say how far \
      they go. With -o of the kind .jsonl, --resume goes on where an interrupted run ended.

      EXAMPLES
        pose3d video squats.mp4
        pose3d video squats.mp4 --exercise squat -o squats.json --annotate squats-annotated.mp4
        pose3d video curls.mp4 --rep-angle leftElbowFlexion --rep-min 40 --csv angles.csv
        pose3d video recording.mkv --camera camera.json --plots plots
        pose3d video frames/ --fps 30 --depth-scale mm --camera camera.json -o out.jsonl
        pose3d video long.mp4 --from 1:30 --to 2:00 --every 2 -o part.json
      """)

  @Argument(help: "A video file, a folder of numbered frames, or a Record3D recording.")
  var input: String

  @Option(
    help: ArgumentHelp(
      "Depth maps of the same moments: a video with 16-bit grey frames, or a folder of them. Without "
        + "it, those in the input itself.", valueName: "file or folder"))
  var depth: String?

  @Option(
    help: ArgumentHelp(
      "The unit of the depth maps: mm, tum (1/5000 m), realsense, kinect …, or metres a step (0.001). "
        + "Needed for integers, unless the file or the camera file says it.", valueName: "unit"))
  var depthScale: String?

  @Flag(help: "Leave out the depth maps in the input itself.")
  var ignoreOwnDepth = false

  @Option(
    help: ArgumentHelp(
      "A camera file: pose3d.camera/1, or another program's calibration (docs/depth.md lists them).",
      valueName: "file"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "The camera that is meant, in a camera file of several (Pose2Sim).", valueName: "name"))
  var cameraName: String?

  @Option(
    help: ArgumentHelp(
      "The video's diagonal field of view in degrees, when there is no camera file. Without either: "
        + "what the file says, else 60.", valueName: "degrees"))
  var fov: Double?

  @Option(
    help: ArgumentHelp(
      "Frames a second, for a folder of frames, which has no times.", valueName: "number"))
  var fps: Double?

  @Option(
    help: ArgumentHelp("Start at this moment: seconds, or minutes:seconds.", valueName: "time"))
  var from: Timecode?

  @Option(help: ArgumentHelp("End at this moment.", valueName: "time"))
  var to: Timecode?

  @Option(help: ArgumentHelp("Use only every n-th frame.", valueName: "n"))
  var every = 1

  @Option(
    help: ArgumentHelp(
      "How many people are followed: one, the most prominent; all; or a number. For more than one, "
        + "parts of the picture are searched too.", valueName: "number"))
  var people = PeopleCount.one

  @Option(
    help: ArgumentHelp(
      "The landmark model: full, heavy (scripts/setup --heavy) or a file.", valueName: "model"))
  var model = "full"

  @Option(help: ArgumentHelp("The person's height, when known.", valueName: "metres"))
  var height: Double?

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write everything as JSON, or as JSON Lines when the name ends in .jsonl; - for stdout.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write the angles of every frame as CSV; - for stdout.", valueName: "file"))
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write the video with skeleton, angles and the count of repetitions drawn on it: mp4, mov or "
        + "mkv.", valueName: "file"))
  var annotate: String?

  @Option(
    help: ArgumentHelp(
      "Write plots of the angles, as PNG and SVG, to this folder.", valueName: "folder"))
  var plots: String?

  @Option(
    help: ArgumentHelp(
      "Threads. The result doesn't depend on it. Without it, one a processor.", valueName: "number")
  )
  var jobs: Int?

  @Flag(help: "Go on with an interrupted run that wrote JSON Lines (-o FILE.jsonl).")
  var resume = false

  func validate() throws {
    if camera != nil && fov != nil {
      throw ValidationError("--camera and --fov both say what the camera is: give one of them.")
    }
    if cameraName != nil && camera == nil {
      throw ValidationError("--camera-name is about a camera file: give one with --camera.")
    }
    if ignoreOwnDepth && depth != nil {
      throw ValidationError(
        "--ignore-own-depth is for inputs that hold depth maps; --depth names other ones.")
    }
    if let fov, !(1...170).contains(fov) {
      throw ValidationError("--fov \(fov): a field of view is between 1 and 170 degrees.")
    }
    if let fps, !(fps > 0 && fps <= 10_000) {
      throw ValidationError("--fps \(fps): a number of frames a second, up to 10000, was expected.")
    }
    if let height, !(0.4...2.8).contains(height) {
      throw ValidationError(
        "--height \(height): a body's height is given in metres, between 0.4 and 2.8.")
    }
    if every < 1 {
      throw ValidationError("--every \(every): 1 is every frame, 2 every second one.")
    }
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs \(jobs): a number of threads between 1 and 256 was expected.")
    }
    if let from, let to, from.seconds > to.seconds {
      throw ValidationError("--from \(from) is later than --to \(to).")
    }
    if output == "-" && csv == "-" {
      throw ValidationError("--output - and --csv - both go to standard output: give one a file.")
    }
    if annotate == "-" {
      throw ValidationError("--annotate -: a video is written to a file, not to standard output.")
    }
    if resume && !isJSONLines {
      throw ValidationError(
        "--resume goes on with a run that writes JSON Lines: give its file with -o FILE.jsonl.")
    }
  }

  func run() throws {
    do {
      try measure()
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }

  private var inputs: [String] { [input, depth, camera].compactMap { $0 } }

  private var isJSONLines: Bool { output?.lowercased().hasSuffix(".jsonl") ?? false }

  // MARK: The work

  private func measure() throws {
    let files = try OutputFile.all(
      [("--output", output), ("--csv", csv), ("--annotate", annotate)],
      inputs: inputs)
    let results = MotionResults(
      json: output, jsonFile: files[0], csv: csv, csvFile: files[1], plots: plots)
    try results.prepare()
    let (options, choice) = (motion.sequenceOptions, motion.choice)
    let analysis = try VideoAnalysis(try settings())
    let assets = try DetectionAssets.locate(in: Installation.assetFolders)
    let done = try resume ? earlierFrames() : []
    let journal =
      try isJSONLines
      ? output.map { try VideoJournal(of: $0, key: journalKey, frames: done) } : nil
    Interruption.watch()
    var progress = VideoProgress("analysed", total: analysis.info.frameCount, on: .standardError)
    let found: VideoAnalysis.Result
    do {
      defer { progress.erase() }
      found = try analysis.run(assets: assets, after: done, journal: journal) { progress.show($0) }
    }
    guard !found.recording.frames.isEmpty || !found.isComplete else {
      journal?.remove()
      throw nothingRead(of: analysis.info)
    }
    let sequence = PoseSequence(found.recording, options: options)
    let analyses = sequence.people.map { ExerciseAnalysis(of: $0, choice: choice) }
    let document = document(of: sequence, analyses, analysis, found)
    for warning in document.warnings {
      Terminal.standardError.write("pose3d: \(warning)", style: .warning)
    }
    let drawn = try results.write(document, inputs: inputs)
    var isDrawnWhole = true
    if let annotate, !found.recording.frames.isEmpty {
      let count = try AnnotatedVideo(
        settings: analysis.settings, info: analysis.info, sequence: sequence, analyses: analyses
      ).write(to: annotate)
      isDrawnWhole = count == found.recording.frames.count || Interruption.count == 0
      if !isDrawnWhole {
        Terminal.standardError.write(
          "pose3d: interrupted: \(annotate) has \(count) of \(found.recording.frames.count) frames.",
          style: .warning)
      }
    }
    if found.isComplete { journal?.remove() }
    try results.finish(
      sequence.people, in: sequence, analyses,
      also: drawn + (found.recording.frames.isEmpty ? [] : [annotate].compactMap { $0 }))
    guard found.isComplete else { throw ended(after: found, journal: journal) }
    guard isDrawnWhole else { throw ExitCode(Interruption.exitCode) }
  }

  private func nothingRead(of info: VideoInfo) -> Failure {
    let part = [from.map { " --from \($0)" }, to.map { " --to \($0)" }].compactMap { $0 }.joined()
    let length = info.duration.map { String(format: "; the video is %.2f s long", $0) } ?? ""
    return Failure(
      code: .data,
      message: "\(input): no frame was read" + (part.isEmpty ? "" : " with\(part)") + length)
  }

  private func ended(after found: VideoAnalysis.Result, journal: VideoJournal?) -> ExitCode {
    let frames = found.recording.frames.count
    Terminal.standardError.write(
      "pose3d: interrupted after \(frames) \(frames == 1 ? "frame" : "frames"); what was done until "
        + "then is written"
        + (journal == nil ? "." : "; the same command with --resume goes on."), style: .warning)
    return ExitCode(Interruption.exitCode)
  }

  // MARK: Going on

  /// What makes two runs the same: the input and everything that decides what is measured in it.
  private var journalKey: String {
    let size = (try? FileManager.default.attributesOfItem(atPath: input)[.size]) as? Int
    return [
      input, size.map { "\($0) bytes" }, depth.map { "depth \($0)" },
      depthScale.map { "unit \($0)" }, ignoreOwnDepth ? "own depth ignored" : nil,
      camera.map { "camera \($0)" }, cameraName,
      fov.map { "fov \($0)" }, fps.map { "fps \($0)" }, from.map { "from \($0)" },
      to.map { "to \($0)" }, every == 1 ? nil : "every \(every)", "people \(people)",
      "model \(model)", height.map { "height \($0)" }, "version \(Pose3DCommand.version)",
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private func earlierFrames() throws -> [PoseRecording.Frame] {
    guard let output else { return [] }
    if let frames = try VideoJournal.frames(of: output, key: journalKey) { return frames }
    Terminal.standardError.write(
      "pose3d: there is no \(VideoJournal.path(of: output)), which an interrupted run leaves: "
        + "starting at the beginning.", style: .warning)
    return []
  }
}

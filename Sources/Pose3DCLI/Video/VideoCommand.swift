public import ArgumentParser
import DepthIO
import Foundation
import Pose3D
import PoseAnalysis
import PoseDetection
import PoseDocuments
import PoseExport
public import PoseFiles
import PoseMotion
import PoseReport
import PoseVideo
import PoseWorkers

/// `pose3d video`: a video to skeletons, angles and repetitions.
struct VideoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "video",
    abstract: "Measures the people in a video: skeletons, angles over time, repetitions.",
    discussion: """
      INPUT is a video file, a folder of numbered frames (0000_color.jpg beside 0000_depth.png, with \
      --fps) or a Record3D recording. Depth maps may be a track of the video itself (16-bit grey in \
      Matroska, as Azure Kinect records them), another such file, or a folder.

      The people are followed, swapped sides and flipped depths are corrected, short gaps are \
      filled, positions are smoothed without lag, planted feet stand still, and limbs, hips and head \
      keep one length. What was measured before all that is in the JSON too, as "raw".

      Several videos of one scene by calibrated cameras (--cameras) become one skeleton a person, which \
      all of them agree on: joints in metres, in the frame of the first video's camera.

      The exercise is recognised, unless --exercise names it; --rep-angle counts any angle's \
      repetitions. Half repetitions are listed, with the reason why they don't count.

      Ctrl-C ends the work with what was done until then: all files are complete, and say how far \
      they go. After that, or a power cut, the same command with --resume goes on, and what it \
      writes is what an uninterrupted run would have written.

      EXAMPLES
        pose3d video squats.mp4
        pose3d video squats.mp4 --exercise squat -o squats.json --annotate seen.mp4
        pose3d video squats.mp4 --report squats.html
        pose3d video curls.mp4 --rep-angle leftElbowFlexion --csv angles.csv
        pose3d video recording.mkv --camera camera.json --plots plots
        pose3d video clip.mp4 --level --height 1.72 --fov 26mm
        pose3d video jump.mp4 --slow-motion 8
        pose3d video squats.mp4 --level -o squats.json --export bvh,trc
        pose3d video squats.mp4 --model rtmpose-m.onnx
        pose3d video frames/ --fps 30 --depth-scale mm --camera c.json -o out.jsonl
        pose3d video long.mp4 --from 1:30 --to 2:00 --every 2 -o part.json
        pose3d video cam1.mp4 cam2.mp4 cam3.mp4 --cameras Calib.toml -o squats.json
      """)

  @Argument(
    help: ArgumentHelp(
      "A video file, a folder of numbered frames, or a Record3D recording; with --cameras one for each "
        + "camera.", valueName: "input"))
  var videos: [String]

  @OptionGroup(title: "SEVERAL CAMERAS") var rig: RigArguments

  @Option(
    help: ArgumentHelp(
      "Depth maps of the same moments: a video with 16-bit grey frames, or a folder of them. Without "
        + "it, those in the input itself. For several cameras once for each video, in their order; none "
        + "for one without.", valueName: "file or folder"))
  var depth: [String] = []

  @OptionGroup var scale: DepthUnitArgument

  @OptionGroup var own: OwnDepthArgument

  @OptionGroup(title: "CAMERA") var camera: CameraArguments

  @OptionGroup(title: "VERTICAL") var vertical: VerticalArguments

  @Option(
    parsing: .unconditional,
    help: ReadingOption.frameRate.help("number", "A folder of frames has none."))
  var fps: Double?

  @OptionGroup var slow: SlowMotionArgument

  @Option(
    parsing: .unconditional,
    help: ReadingOption.from.help("time"))
  var from: Timecode?

  @Option(
    parsing: .unconditional,
    help: ReadingOption.to.help("time"))
  var to: Timecode?

  @Option(
    parsing: .unconditional,
    help: ReadingOption.every.help("n", isHidden: true))
  var every = 1

  @OptionGroup var detection: DetectionArguments

  @OptionGroup private var wanted: PersonArgument

  @OptionGroup var points: KeypointLayoutArgument

  @OptionGroup var body: HeightArgument

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var prescription: TargetArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write everything as JSON, or as JSON Lines when the name ends in .jsonl; - for stdout.",
      valueName: "file"))
  var output: String?

  @OptionGroup var amount: DetailArgument

  @OptionGroup var tables: MotionTableArguments

  @Option(
    help: ArgumentHelp(
      "Write the video with skeleton, angles and the count of repetitions drawn on it: mp4, mov or "
        + "mkv.", valueName: "file"))
  var annotate: String?

  @OptionGroup var export: ExportArgument

  @OptionGroup var report: ReportArgument

  @OptionGroup var privacy: PrivacyArguments

  @OptionGroup var threads: JobsArgument

  @Option(help: .private) var chunkFrames: Int?

  @Flag(help: "Continue an interrupted run that wrote to the same --output.")
  var resume = false

  /// The video, or the first of several.
  var input: String { videos.first ?? "" }

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if videos.isEmpty { throw ValidationError("Name a video.") }
    try rig.check(videos: videos, self)
    if videos.count == 1 && depth.count > 1 {
      throw ValidationError("--depth is given \(depth.count) times for one video.")
    }
    try own.check(against: depth)
    try points.check(against: detection.model)
    try ReadingOption.frameRate.check(fps)
    try ReadingOption.every.check(every)
    if let from, let to, from.seconds > to.seconds {
      throw ValidationError("--from \(from) is later than --to \(to).")
    }
    try tables.check(besides: output)
    if report.report == "-" { throw ReportArgument.refusal }
    try FileEnding.checkDocument("--output", output)
    try FileEnding.checkVideo("--annotate", annotate)
    if privacy.blurFaces, videos.count > 1, report.report != nil, !report.noVideo {
      throw ValidationError(PrivacyArguments.refusal.message)
    }
    try privacy.check([("--annotate", annotate), ("--report", report.report)])
    if annotate == "-" {
      throw ValidationError("--annotate -: a video is written to a file, not to standard output.")
    }
    if amount.detail != .standard && output == nil {
      throw ValidationError("--detail is about the JSON document: name it with --output.")
    }
    if resume && (output ?? "-") == "-" {
      throw ValidationError(
        "--resume continues a run that writes a file: give its name with --output FILE.")
    }
  }

  /// The source of each video's depth maps, if one was given.
  var depthPaths: [String?] { depth.map { $0 == "none" && videos.count > 1 ? nil : $0 } }

  var inputs: [String] {
    videos + (depthPaths + [camera.camera, rig.cameras]).compactMap { $0 }
  }

  // MARK: The work

  func execute() throws {
    try PageFile.check("--report", report.report)
    let files = try OutputFile.all(
      [("--output", output), ("--csv", tables.csv), ("--annotate", annotate)]
        + [("--report", report.report), ("--repetitions-csv", tables.repetitionsCSV)]
        + export.files(input: input, output: output),
      inputs: inputs)
    let results = MotionResults(
      json: output, jsonFile: files[0], csv: tables.csv, csvFile: files[1],
      repetitions: tables.repetitionsCSV, repetitionsFile: files[4], plots: tables.plots)
    try results.prepare()
    let assets = try DetectionAssets.forCommand()
    let (found, analysis, document, journal) =
      rig.cameras == nil
      ? try measured(assets) : try measuredByAll(assets)
    for warning in document.warnings { Terminal.warn(warning) }
    let drawn = try results.write(document, inputs: inputs)
    let exported =
      try exported(found)
      + reported(found, analysis, to: files[3])
    let frames = found.sequence.recording.frames.count
    let isDrawnWhole = try annotate.map { frames == 0 ? true : try draw(found, analysis, to: $0) }
    if found.isComplete { journal?.remove() }
    try results.finish(
      found.sequence.people, in: found.sequence, found.analyses,
      showsWalking: motion.showsWalking, plots: drawn, further: exported,
      video: frames == 0 ? nil : annotate)
    guard found.isComplete else { throw ended(after: frames, journal: journal) }
    guard isDrawnWhole ?? true else { throw ExitCode(Interruption.exitCode) }
  }

  private typealias Measured = (
    found: VideoResult, analysis: VideoAnalysis, document: SequenceDocument, journal: VideoJournal?
  )

  /// The result of one camera.
  private func measured(_ assets: DetectionAssets) throws -> Measured {
    let analysis = try VideoAnalysis(try settings())
    let (checkpoint, journal) = try journal(analysis.settings, assets)
    Interruption.watch()
    let found = try VideoProgress.analysing(analysis.info.frameCount) { show in
      try analysis.result(
        assets: assets, after: checkpoint, journal: journal,
        isCancelled: { Interruption.count > 0 }, onFrame: { show(.first, $0) },
        onFollowedFrame: { show(.second, $0) })
    }
    let document = analysis.document(
      of: found, version: Pose3DCommand.version, detail: amount.detail, wording: \.commandLineWords)
    return (found, analysis, document, journal)
  }

  /// The combined result of several cameras.
  private func measuredByAll(_ assets: DetectionAssets) throws -> Measured {
    let analysis = try MultiViewAnalysis(try rig.settings(videos: videos, as: try settings(), self))
    Interruption.watch()
    let found = try VideoProgress.showing("analysed", total: analysis.frameCount) { show in
      try analysis.result(
        assets: assets, isCancelled: { Interruption.count > 0 }, onFrame: show)
    }
    let document = analysis.document(
      of: found, version: Pose3DCommand.version, detail: amount.detail, wording: \.commandLineWords)
    return (found, analysis.videos[0], document, nil)
  }

  private func settings() throws -> VideoAnalysis.Settings {
    var settings = VideoAnalysis.Settings(path: input)
    settings.depthPath = depthPaths.first ?? nil
    settings.reading.from = from?.seconds
    settings.reading.to = to?.seconds
    settings.reading.every = every
    settings.reading.frameRate = fps
    settings.reading.slowMotion = slow.slowMotion
    settings.reading.usesOwnDepth = !own.ignoreOwnDepth
    settings.reading.depth.depthUnit = try scale.unit
    var detection = try self.detection.options(layout: points.keypointLayout)
    // One person of all who are followed.
    if wanted.person != nil, self.detection.people == .one {
      detection.maximumPeople = PeopleCount.all.maximum
    }
    settings.measurement = MeasurementOptions(
      camera: camera, vertical: vertical, body: body, detection: detection, motion: motion,
      targets: prescription)
    settings.person = wanted.person
    // For tests: short videos in several chunks.
    if let chunkFrames { settings.chunk = .init(own: chunkFrames, lead: max(1, chunkFrames / 4)) }
    settings.jobs = threads.number
    return settings
  }

  /// Draws the annotated video. Returns whether it got to its end.
  private func draw(
    _ found: VideoResult, _ analysis: VideoAnalysis, to path: String
  ) throws -> Bool {
    let requests = Interruption.count
    let total = found.sequence.recording.frames.count
    let count = try VideoProgress.showing("drawn", total: total) { show in
      try AnnotatedVideo(of: found, by: analysis, blursFaces: privacy.blurFaces).write(
        to: path, isCancelled: { Interruption.count != requests }, onFrame: show)
    }
    guard count < total, Interruption.count > 0 else { return true }
    Terminal.warn("interrupted: \(path) has \(count) of \(total) frames.")
    return false
  }

  private func ended(after frames: Int, journal: VideoJournal?) -> ExitCode {
    Terminal.warn(
      "interrupted after \(frames) \(frames == 1 ? "frame" : "frames"); what was done until "
        + "then is written"
        + (journal == nil ? "." : "; --resume continues it."))
    return ExitCode(Interruption.exitCode)
  }

  /// The checkpoint of an earlier run, and the journal of this one if it writes a document to a
  /// file.
  private func journal(
    _ settings: VideoAnalysis.Settings, _ assets: DetectionAssets
  ) throws -> (checkpoint: VideoCheckpoint, journal: VideoJournal?) {
    guard let output, output != "-", !OutputFile.isStream(output) else {
      return (VideoCheckpoint(), nil)
    }
    let fingerprint = try VideoFingerprint(
      of: settings, version: Pose3DCommand.version, assets: assets)
    var checkpoint = VideoCheckpoint()
    if resume {
      if let earlier = try VideoJournal.checkpoint(of: output, fingerprint: fingerprint) {
        checkpoint = earlier.checkpoint
        if let diagnostic = earlier.diagnostic { Terminal.warn([diagnostic]) }
      } else {
        Terminal.warn(
          "there is no \(VideoJournal.path(of: output)), which an interrupted run leaves: "
            + "starting at the beginning.")
      }
    }
    return (
      checkpoint,
      try VideoJournal(of: output, fingerprint: fingerprint, checkpoint: checkpoint)
    )
  }
}

extension SequenceDetail: ExpressibleByArgument {}

/// The output for other programs and for a browser.
extension VideoCommand {
  /// Writes the page for a browser. Returns its name.
  func reported(
    _ found: VideoResult, _ analysis: VideoAnalysis, to file: OutputFile?
  ) throws -> [String] {
    let recording = found.sequence.recording
    guard let path = report.report, !recording.frames.isEmpty, let camera = recording.camera
    else { return [] }
    let (times, reading) = (recording.frames.map(\.time), analysis.settings.reading)
    let others = Array(recording.views.dropFirst())
    // The part that was asked for is by the first one's clock.
    var othersReading = reading
    (othersReading.from, othersReading.to) = (nil, nil)
    let media =
      report.noVideo
      ? nil
      : try ReportArgument.media(
        input, reading: reading, times: times, camera: camera, share: others.count + 1,
        hiding: privacy.faces(of: found.sequence, camera: camera))
    // The report's reader may not know the program's options.
    let warnings = analysis.diagnostics(of: found).map(\.description)
    var clip = ReportClip(of: found, by: analysis, media: media, warnings: warnings)
    try clip.drawRepetitions(
      from: media == nil ? nil : input, reading: reading,
      hiding: privacy.faces(of: found.sequence, camera: camera))
    clip.facts += privacy.facts(hasMedia: media != nil)
    clip.otherMedia = try ReportArgument.otherMedia(
      others, others.map { view in report.noVideo ? nil : view.file.map { ($0, othersReading) } },
      times: times)
    return [try ReportArgument.write([clip], heading: report.about.heading, to: file, named: path)]
  }

  /// Writes the files for other programs, unless no person was seen. Returns their names.
  func exported(_ found: VideoResult) throws -> [String] {
    guard export.export != nil, !found.sequence.people.isEmpty else { return [] }
    let clip = try PoseClip(of: found.sequence, analyses: found.analyses, path: input)
    return try export.write(clip, input: input, output: output, inputs: inputs)
  }
}

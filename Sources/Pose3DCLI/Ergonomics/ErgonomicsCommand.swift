import ArgumentParser
import Foundation
import DepthIO
import PoseAnalysis
import PoseDetection
import PoseDocuments
import PoseFiles
import PoseMotion
import PoseReport
import PoseVideo
import PoseWorkers

/// The methods as they are given on the command line.
enum ErgonomicMethodArgument: String, CaseIterable, ExpressibleByArgument {
  case reba, rula, both

  var methods: [ErgonomicMethod] {
    switch self {
    case .reba: [.reba]
    case .rula: [.rula]
    case .both: ErgonomicMethod.allCases
    }
  }
}

/// `pose3d ergonomics`: postures at work, scored by REBA and RULA.
struct ErgonomicsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "ergonomics",
    abstract: "Scores postures at work by REBA and RULA, with their uncertainty.",
    discussion: """
      Reads a video, a result of pose3d video or live, or any input of pose3d exercise. Every frame \
      gets a distribution of scores from the sigmas of its angles. Printed are the time in each \
      action level, the parts of the body that add most, and the worst moments.

      A camera doesn't see load, grip, wrists, or a twisted neck. State them; what isn't stated \
      enters as a range from the lowest score to the highest.

      This is an aid for looking at postures, neither a medical nor a legal assessment.

      EXAMPLES
        pose3d ergonomics packing.mp4 --height 1.72 --load 8kg --coupling fair
        pose3d ergonomics packing.json --legs standing --activity repeated
        pose3d ergonomics packing.json --method rula --wrist bent,twisted
        pose3d ergonomics packing.json -o scores.json --csv scores.csv
        pose3d ergonomics packing.json --images worst/ --page packing.html
      """)

  @Argument(
    help: ArgumentHelp(
      "A video, a file of joints over time, or a folder with a keypoint file for every image; - for "
        + "standard input.", valueName: "input"))
  var input: String

  @Option(help: ArgumentHelp("The method.", valueName: "method"))
  var method = ErgonomicMethodArgument.both

  @OptionGroup(title: "THE WORK") var work: WorkArguments

  @Option(
    help: ArgumentHelp(
      "Write the worst moments as images with the skeleton to this folder.", valueName: "folder"))
  var images: String?

  @Option(
    help: ArgumentHelp(
      "The video for --images and --page (default: the input, or what lies beside a document).",
      valueName: "file"))
  var video: String?

  @OptionGroup var privacy: PrivacyArguments

  @OptionGroup(title: "MOTION") var processing: ProcessingArguments

  @OptionGroup var reading: MotionInputArguments

  @OptionGroup var detection: EffortArgument

  @OptionGroup var scale: DepthUnitArgument

  @OptionGroup var slow: SlowMotionArgument

  @OptionGroup var writing: SessionOutputArguments

  var treatment: OutputArguments? { writing.treatment }

  func validate() throws {
    try privacy.check([("--images", images), ("--page", writing.page)])
    if images == "-" { throw ValidationError("--images -: images are written to a folder.") }
    if video != nil && images == nil && writing.page == nil {
      throw ValidationError("--video is about --images and --page: give one of them, too.")
    }
  }

  func execute() throws {
    let files = try writing.files(inputs: [input] + [video].compactMap { $0 })
    if let images { try Destination.makeFolder(images) }
    let session = try session()
    Terminal.warn(session.analysis.diagnostics)
    let document = try session.analysis.ergonomics(
      method.methods, conditions: work.conditions(), version: Pose3DCommand.version)
    if document.lacksSigmas { Terminal.warn([MotionAnalysis.scoreSigmaMissing]) }
    let moments = try moments(of: document, session)
    let written = try images.map { try moments.write(toFolder: $0, inputs: [input]) } ?? []
    try writing.write(
      to: files, table: ErgonomicsTable.lines(of: document), json: { document.json },
      csv: { document.csv },
      page: { ErgonomicsPage(document.inPlainWords, images: moments.small).html })
    if ![writing.output, writing.csv, writing.page].contains("-") {
      Terminal.standardOutput.writeWritten(written)
    }
  }

  // MARK: Input

  /// What was measured, and how its video is read.
  private typealias Session = (
    analysis: MotionAnalysis, video: (path: String, reading: VideoReader.Options)?
  )

  private var measurement: MeasurementOptions {
    var options = reading.lifting.measurement
    (options.motion, options.exercise) = (processing.sequenceOptions, .none)
    options.detection.effort = detection.effort
    // One person of all who are followed.
    if reading.person != nil { options.detection.maximumPeople = PeopleCount.all.maximum }
    return options
  }

  private func session() throws -> Session {
    if FolderListing.isFolder(input) {
      return ImpliedCommand.command(forFolder: input) == "video"
        ? try measuredSession() : try recordedSession()
    }
    guard input != "-", RegularFile(input) != nil,
      let kind = try? ImpliedCommand.kind(of: input)
    else { return try recordedSession() }
    guard kind == .video else {
      throw Failure(
        code: .data,
        message:
          "\(input): this is an image: `pose3d analyze \(input) -o person.json` measures it, "
          + "and `pose3d ergonomics person.json` scores the result")
    }
    return try measuredSession()
  }

  private func recordedSession() throws -> Session {
    let aboutVideos = [
      ("--effort", detection.effort != nil), ("--depth-scale", scale.depthScale != nil),
      ("--slow-motion", slow.slowMotion != nil),
    ]
    if let option = aboutVideos.first(where: \.1)?.0 {
      throw Failure(
        code: .usage,
        message: "\(input): is measured, and \(option) is about a video: leave it out")
    }
    let read = try reading.read(input)
    let analysis = try MotionAnalysis(of: read, person: reading.person, options: measurement)
    guard images != nil || writing.page != nil else { return (analysis, nil) }
    guard
      let path = video
        ?? read.origin?.file.flatMap({ ReportMedia.path(of: $0, beside: input) })
    else {
      if images != nil {
        Terminal.warn(
          "\(input): the video from which it was made isn't beside it, and no image is written; "
            + "--video names it.")
      }
      return (analysis, nil)
    }
    // Folders of images have no times; the document does.
    var options = VideoReader.Options()
    options.frameRate = analysis.sequence.recording.frames.last.flatMap {
      $0.time > 0 && $0.index > 0 ? Double($0.index) / $0.time : nil
    }
    options.slowMotion = read.origin?.slowMotion
    return (analysis, (path, options))
  }

  private func measuredSession() throws -> Session {
    if let option = reading.firstAboutJoints {
      throw Failure(
        code: .usage, message: "\(input): is a video, and \(option) is about joints: leave it out")
    }
    var settings = VideoAnalysis.Settings(path: input)
    settings.measurement = measurement
    settings.reading.frameRate = reading.fps
    settings.reading.slowMotion = slow.slowMotion
    settings.reading.depth.depthUnit = try scale.unit
    settings.person = reading.person
    settings.jobs = Processors.count
    let analysis = try VideoAnalysis(settings)
    let assets = try DetectionAssets.forCommand()
    Interruption.watch()
    let found = try VideoProgress.analysing(analysis.info.frameCount) { show in
      try analysis.result(
        assets: assets, isCancelled: { Interruption.count > 0 }, onFrame: { show(.first, $0) },
        onFollowedFrame: { show(.second, $0) })
    }
    guard found.isComplete else {
      Terminal.warn("interrupted: nothing is written.")
      throw ExitCode(Interruption.exitCode)
    }
    return (
      try MotionAnalysis(
        of: MotionInput(of: found, by: analysis), person: reading.person, options: measurement),
      (video ?? input, settings.reading)
    )
  }

  /// The worst moments as images, where there is a video and they are asked for.
  private func moments(of document: ErgonomicsDocument, _ session: Session) throws -> WorstMoments {
    guard let video = session.video, images != nil || writing.page != nil else {
      return WorstMoments()
    }
    let sequence = session.analysis.sequence
    guard sequence.recording.isInCameraFrame,
      let camera = sequence.recording.camera ?? session.analysis.origin?.camera
    else {
      if images != nil {
        Terminal.warn("\(input): names no camera, so that no image can be drawn.")
      }
      return WorstMoments()
    }
    return try WorstMoments(
      of: document, in: sequence, camera: camera, video: video.path, reading: video.reading,
      hiding: privacy.faces(of: sequence, camera: camera))
  }
}

extension MotionInputArguments {
  /// The first of the options that are about files of joints or keypoints alone; `nil` when none was given.
  fileprivate var firstAboutJoints: String? {
    [
      ("--layout", skeletons.layout != nil), ("--units", skeletons.units != nil),
      ("--up", skeletons.up != nil), ("--sigma", skeletons.sigma != nil), ("--as-is", asIs),
      ("--size", lifting.size != nil), ("--keypoint-layout", lifting.keypointLayout != nil),
    ].first(where: \.1)?.0
  }
}

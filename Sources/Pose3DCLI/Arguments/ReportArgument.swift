import ArgumentParser
import Foundation
import Pose3D
import PoseAnalysis
import PoseDocuments
import PoseFiles
import PoseImaging
import PoseMotion
import PoseReport
import PoseVideo
import Kinematics
import Synchronization

/// The page for a browser that `video` and `exercise` write beside their own files.
struct ReportArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a page for a browser too, as pose3d report does: the video with the skeleton, the same in "
        + "space, curves, repetitions and tables. As file.pdf it is printed.", valueName: "file"))
  var report: String?

  @Flag(
    help: ArgumentHelp(
      "Leave the video or image out of --report: a small page.", visibility: .hidden))
  var noVideo = false

  @OptionGroup(visibility: .hidden) var about: HeadingArguments

  func validate() throws {
    try FileEnding.checkPage("--report", report)
    if noVideo && report == nil {
      throw ValidationError("--no-video is about --report: give it, too.")
    }
    guard report == nil, about.heading != ReportHeading() else { return }
    throw ValidationError("--title, --subject, --date and --note are about --report: give it, too.")
  }

  /// Writes a report. Returns its name with its size.
  static func write(
    _ clips: [ReportClip], heading: ReportHeading, to file: OutputFile?, named path: String
  ) throws -> String {
    var count = 0
    let page = PoseReport(version: Pose3DCommand.version, clips: clips, heading: heading)
    if let file {
      count = try PageFile.write(to: file, recordings: clips.count, page.writeHTML(to:))
    } else {
      page.writeHTML { Terminal.standardOutput.writeRaw($0) }
    }
    let size = count < 100_000 ? "\(max(1, count / 1000)) KB" : "\(megabytes(count)) MB"
    return "\(path) (\(size))"
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The picture or video for the page, with the progress of making it small; `nil` when Ctrl-C ended that.
  static func media(
    _ path: String, reading: VideoReader.Options = .init(), times: [Double], camera: Camera,
    share: Int = 1, hiding faces: FaceRegions? = nil
  ) throws -> ReportClip.Media? {
    try read(
      ReportMedia(
        path, reading: reading, times: times, camera: camera, share: share, hiding: faces), path,
      times.count)
  }

  /// The same of the other cameras of a recording by several.
  static func otherMedia(
    _ views: [RecordedView], _ files: [(path: String, reading: VideoReader.Options)?],
    times: [Double]
  ) throws -> [ReportClip.Media?] {
    try zip(views, files).map { view, file in
      guard let file, !times.isEmpty else { return nil }
      return try read(
        ReportMedia(
          file.path, reading: file.reading, of: view, times: times, share: views.count + 1),
        file.path, times.count)
    }
  }

  private static func read(
    _ media: ReportMedia, _ path: String, _ count: Int
  ) throws -> ReportClip.Media? {
    Interruption.watch()
    let requests = Interruption.count
    let made: ReportClip.Media?
    do {
      made = try VideoProgress.showing("prepared for the report", total: count) { show in
        try media.read(isCancelled: { Interruption.count != requests }, onFrame: show)
      }
    } catch  where Interruption.count != requests {
      made = nil
    }
    guard Interruption.count == requests else {
      Terminal.warn("interrupted while \(path) was prepared for the report.")
      return nil
    }
    return made
  }

  /// The content of a page about a file of joints or keypoints, with the video or picture that is named or
  /// beside the file.
  static func clip(
    of analysis: MotionAnalysis, _ input: String, _ read: MotionInput,
    video: RecordedReport.Video, privacy: PrivacyArguments
  ) throws -> ReportClip {
    do {
      let report = try RecordedReport(
        of: analysis, file: input, read, video: video, hidesFaces: privacy.blurFaces,
        read: Self.read)
      for name in report.missing {
        Terminal.warn(
          "\(input): \(name), from which it was made, isn't beside it; the page is without it. "
            + "pose3d report --video names it.")
      }
      return report.clip
    } catch let error as RecordedReport.Unsuitable {
      throw Self.failure(error, input)
    }
  }

  private static func failure(_ error: RecordedReport.Unsuitable, _ input: String) -> Failure {
    switch error {
    case .noCamera(let video):
      Failure(
        code: .usage,
        message:
          "\(input): names no camera, so that its joints can't be drawn over \(video): leave "
          + "--video out")
    case .tooManyVideos(let cameras, let videos):
      Failure(
        code: .usage,
        message:
          "\(input): was recorded by \(cameras == 1 ? "one camera" : "\(cameras) cameras"), and --video names \(videos) videos"
      )
    case .facesOfSeveralCameras: PrivacyArguments.refusal
    }
  }

  /// Of a page to standard output beside the tables.
  static let refusal = ValidationError(
    "--report -: a page is written to a file; pose3d report -o - writes one to standard output.")
}

/// The options for a report's heading, of every command that writes one.
struct HeadingArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The report's title (default: the file's name).", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The person's code or name, in the report.", valueName: "text"))
  var subject: String?

  @Option(help: ArgumentHelp("The date of the recording, in the report.", valueName: "text"))
  var date: String?

  @Option(
    help: ArgumentHelp("A note in the report. May be given several times.", valueName: "text"))
  var note: [String] = []

  /// The given heading.
  var heading: ReportHeading {
    ReportHeading(title: title, subject: subject, date: date, notes: note)
  }
}

/// The options for hiding faces in written images and videos, of every command that writes some.
struct PrivacyArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Make the faces of measured people unrecognisable in the images and videos that are written. "
        + "Check the result: a face that isn't found for more than a second stays visible."))
  var blurFaces = false

  /// Throws if faces are to be hidden, and nothing with a picture is written.
  ///
  /// - Parameter outputs: the options that write something with a picture, and what was given for them.
  func check(_ outputs: [(option: String, path: String?)]) throws {
    guard blurFaces, outputs.allSatisfy({ $0.path == nil }) else { return }
    throw ValidationError(
      "--blur-faces hides faces in what is written: give "
        + outputs.map(\.option).joined(separator: " or ") + ", too.")
  }

  /// The faces to hide; `nil` if none are.
  func faces(of sequence: PoseSequence, camera: Camera) -> FaceRegions? {
    blurFaces ? FaceRegions(of: sequence, camera: camera) : nil
  }

  /// An image with the faces of people hidden, if they are to be.
  func hiding(_ people: [BodyPose], in image: ColorImage, camera: Camera) -> ColorImage {
    guard blurFaces else { return image }
    return FaceRegions(of: people.map(\.body), camera: camera).hiding(in: image, at: 0)
  }

  /// The facts in a report about its images.
  func facts(hasMedia: Bool) -> [(name: String, value: String)] {
    blurFaces && hasMedia ? [RecordedReport.hiddenFaces] : []
  }

  /// Of the videos of several cameras in a report.
  static let refusal = Failure(
    code: .usage,
    message:
      "--blur-faces: hides faces in the video of one camera, and there are several: leave it "
      + "out, or leave their videos out with --no-video")
}

/// A command whose failures become a sentence on stderr and an exit code of the sysexits convention.
protocol ReportingCommand: ParsableCommand {
  /// Does the command's work.
  func execute() throws
  /// Whether it solves equations; the others do without the libraries for that.
  static var solves: Bool { get }
  /// Whether it writes errors only, and whether it may write over files; `nil` for a command without
  /// these options.
  var treatment: OutputArguments? { get }
}

extension ReportingCommand {
  static var solves: Bool { true }
  var treatment: OutputArguments? { nil }

  func run() throws {
    do {
      if Self.solves, let problem = LinearAlgebra.problem {
        throw Failure(code: .unavailable, message: problem)
      }
      guard let treatment else { return try execute() }
      Terminal.isQuiet.store(treatment.quiet, ordering: .relaxed)
      let usage = treatment.verbose ? ResourceUsage() : nil
      defer { usage?.report() }
      try OutputFile.$mayReplace.withValue(!treatment.noOverwrite) { try execute() }
    } catch {
      guard let failure = Failure(error) else { throw error }
      throw failure.report()
    }
  }
}

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
      count: times.count)
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
        file.path, count: times.count)
    }
  }

  private static func read(
    _ media: ReportMedia, _ path: String, count: Int
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

  /// The choice of the video or picture that stands in a page.
  enum Video {
    /// One for each camera, or the first one's.
    case named([String])
    case leftOut
  }

  /// The content of a page about a file of joints or keypoints, with the video or picture that is named or
  /// beside the file.
  static func clip(
    of analysis: MotionAnalysis, _ input: String, _ read: MotionInput, video: Video?,
    privacy: PrivacyArguments
  ) throws -> ReportClip {
    let origin = read.origin
    // The page's reader may not know the program's options.
    let warnings =
      (origin?.warnings ?? []).map(Setting.plainWords) + read.diagnostics.map(\.description)
    let others = analysis.sequence.recording.views.dropFirst()
    let paths = try paths(of: input, origin, video, views: Array(others))
    let times = analysis.sequence.recording.frames.map(\.time)
    let camera = analysis.sequence.recording.camera ?? origin?.camera
    if camera == nil, case .named(let names) = video {
      throw Failure(
        code: .usage,
        message:
          "\(input): names no camera, so that its joints can't be drawn over \(names[0]): leave "
          + "--video out")
    }
    // Folders of pictures don't say how many were taken a second; the document does.
    var reading = VideoReader.Options()
    reading.frameRate = analysis.sequence.recording.frames.last.flatMap {
      $0.time > 0 && $0.index > 0 ? Double($0.index) / $0.time : nil
    }
    // How slowly another camera's video plays is in its own file.
    let othersReading = reading
    reading.slowMotion = origin.map(\.slowMotion)
    if privacy.blurFaces && !others.isEmpty { throw PrivacyArguments.refusal }
    let path = paths.first.flatMap { $0 }
    let first = try camera.flatMap { camera in
      try path.flatMap {
        try media(
          $0, reading: reading, times: times, camera: camera, share: others.count + 1,
          hiding: privacy.faces(of: analysis.sequence, camera: camera))
      }
    }
    var clip = ReportClip(
      of: analysis, file: input, origin: origin, media: first, warnings: warnings)
    try clip.drawRepetitions(
      from: first == nil ? nil : path, reading: reading,
      hiding: camera.flatMap { privacy.faces(of: analysis.sequence, camera: $0) })
    clip.otherMedia = try otherMedia(
      Array(others), paths.dropFirst().map { path in path.map { ($0, othersReading) } },
      times: times)
    clip.facts += privacy.facts(hasMedia: clip.media != nil)
    return clip
  }

  /// The files of the cameras in their order: those that are named on the command line, or that the document names and are
  /// beside it.
  private static func paths(
    of input: String, _ origin: DocumentOrigin?, _ video: Video?, views others: [RecordedView]
  ) throws -> [String?] {
    let recorded = [origin?.file] + others.map(\.file)
    switch video {
    case .leftOut: return recorded.map { _ in nil }
    case .named(let names):
      guard names.count <= recorded.count else {
        throw Failure(
          code: .usage,
          message:
            "\(input): was recorded by \(recorded.count == 1 ? "one camera" : "\(recorded.count) cameras"), and --video names \(names.count) videos"
        )
      }
      // By the files' names where all are known; else by their order.
      let places = names.map { name in
        recorded.firstIndex { FileNames.name(of: name) == $0.map(FileNames.name) }
      }
      if names.count > 1, Set(places).count == names.count, !places.contains(nil) {
        return recorded.indices.map { place in
          places.firstIndex(of: place).map { names[$0] }
        }
      }
      return recorded.indices.map { $0 < names.count ? names[$0] : nil }
    case nil: break
    }
    return recorded.map { named in
      guard let named else { return nil }
      if let found = ReportMedia.path(of: named, beside: input) { return found }
      Terminal.warn(
        "\(input): \(named), from which it was made, isn't beside it; the page is without it. "
          + "pose3d report --video names it.")
      return nil
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
    blurFaces && hasMedia ? [("faces", "made unrecognisable")] : []
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

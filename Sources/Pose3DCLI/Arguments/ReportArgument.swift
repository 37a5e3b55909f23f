import Analysis
import ArgumentParser
import Documents
import Foundation
import Imaging
import Motion
import PoseFiles
import PoseReport
import Video

/// The page for a browser that `video` and `exercise` write beside their own files.
struct ReportArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a page for a browser too, as pose3d report does: the video with the skeleton, the same in "
        + "space, curves, repetitions and tables.", valueName: "file"))
  var report: String?

  @Flag(help: "Leave the video or picture out of --report: a small page.")
  var noVideo = false

  /// Writes a report. Returns its name with its size.
  static func write(
    _ clips: [ReportClip], to file: OutputFile?, named path: String
  ) throws -> String {
    var count = 0
    let page = PoseReport(version: Pose3DCommand.version, clips: clips)
    if let file {
      try file.write { piece in
        try page.writeHTML { text in
          let bytes = Array(text.utf8)
          count += bytes.count
          try piece(bytes)
        }
      }
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
    _ path: String, reading: VideoReader.Options = .init(), times: [Double], camera: Camera
  ) throws -> ReportClip.Media? {
    let media = ReportMedia(path, reading: reading, times: times, camera: camera)
    Interruption.watch()
    let requests = Interruption.count
    let made: ReportClip.Media?
    do {
      made = try VideoProgress.showing("prepared for the report", total: times.count) { show in
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

  /// Which video or picture stands in a page.
  enum Video {
    case named(String)
    case leftOut
  }

  /// What a page says of a file of joints or keypoints, with the video or picture that is named, or is
  /// where the file says.
  static func clip(
    of analysis: MotionAnalysis, _ input: String, _ read: MotionInput, video: Video?
  ) throws -> ReportClip {
    let origin = read.isOurs && input != "-" ? try DocumentOrigin(contentsOf: input) : nil
    // Who reads the page may not know the program's options.
    let warnings =
      (origin?.warnings ?? []).map(Setting.plainWords) + read.notices.map(\.description)
    return ReportClip(
      of: analysis, file: input, origin: origin,
      media: try media(of: input, analysis, origin, video), warnings: warnings)
  }

  private static func media(
    of input: String, _ analysis: MotionAnalysis, _ origin: DocumentOrigin?, _ video: Video?
  ) throws -> ReportClip.Media? {
    let times = analysis.sequence.recording.frames.map(\.time)
    let camera = analysis.sequence.recording.camera ?? origin?.camera
    switch video {
    case .leftOut: return nil
    case .named(let path):
      guard let camera else {
        throw Failure(
          code: .usage,
          message:
            "\(input): names no camera, so that its joints can't be drawn over \(path): leave "
            + "--video out")
      }
      return try media(path, times: times, camera: camera)
    case nil: break
    }
    guard let named = origin?.file, let camera else { return nil }
    let beside = ((input as NSString).deletingLastPathComponent as NSString)
      .appendingPathComponent((named as NSString).lastPathComponent)
    guard let found = [named, beside].first(where: { FileManager.default.fileExists(atPath: $0) })
    else {
      Terminal.warn(
        "\(input): \(named), from which it was made, isn't there any more; the page is without it. "
          + "pose3d report --video names it.")
      return nil
    }
    return try media(found, times: times, camera: camera)
  }

  /// Of a page to standard output beside the tables.
  static let refusal = ValidationError(
    "--report -: a page is written to a file; pose3d report -o - writes one to standard output.")
}

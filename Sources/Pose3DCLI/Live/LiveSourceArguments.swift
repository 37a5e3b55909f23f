import PoseAnalysis
import ArgumentParser
import PoseDocuments
import Foundation
import PoseVideo

/// Where `pose3d live` has its pictures from, if not from the page.
struct LiveSourceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A camera of this machine (/dev/video0), a stream (rtsp://…, rtsps://…, http://… of Motion JPEG), - "
        + "for standard input (MPEG-TS, Matroska, y4m, or raw pictures with --size), or a file that is "
        + "played. Instead of the page.", valueName: "source"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "The size that the camera is asked for, 1280x720. Of a pipe: its pictures are raw, of this size.",
      valueName: "WxH"))
  var size: PictureSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames a second that the camera is asked for; of raw pictures, instead of 30.",
      valueName: "number"))
  var fps: Double?

  @Option(
    help: ArgumentHelp(
      "What the camera is asked for, mjpeg or yuyv422; of raw pictures, instead of rgb24. FFmpeg's names.",
      valueName: "name"))
  var pixelFormat: String?

  @Flag(
    help: ArgumentHelp(
      "Measure every frame and leave none out: whoever sends them waits, and the same pipe or file gives "
        + "the same results."))
  var everyFrame = false

  func validate() throws {
    if let fps, !(fps > 0 && fps <= 10_000) {
      throw ValidationError("--fps \(fps): a number of frames a second, up to 10000, was expected.")
    }
    guard camera == nil, let first else { return }
    throw ValidationError("\(first) is about --camera; the page asks the browser's camera.")
  }

  /// The first of the options beside --camera that was given.
  private var first: String? {
    if size != nil { return "--size" }
    if fps != nil { return "--fps" }
    if pixelFormat != nil { return "--pixel-format" }
    return everyFrame ? "--every-frame" : nil
  }

  /// Opens the source and begins to read.
  func feed(_ text: String) throws -> LiveFeed {
    let address = try LiveAddress(text)
    if everyFrame && address.isConnection {
      throw ValidationError(
        "--every-frame: a camera doesn't wait; it is for pipes and files.")
    }
    var options = LiveReader.Options()
    options.size = size.map { ($0.width, $0.height) }
    (options.frameRate, options.pixelFormat) = (fps, pixelFormat)
    options.keepsPace = !everyFrame
    let name = address.description
    do throws(FileError) {
      return try LiveFeed(
        address, options: options, delivery: everyFrame ? .every : .newest,
        isCancelled: { Interruption.count > 0 },
        onEvent: { Self.tell($0, of: name) })
    } catch {
      // Elsewhere --camera is a camera's calibration.
      guard error.code == .unknownFormat, text.hasSuffix(".json") || text.hasSuffix(".yaml") else {
        throw error
      }
      throw Failure(
        code: .usage,
        message:
          "--camera \(name): live, this is where pictures come from; a camera's calibration is "
          + "given with --camera-file")
    }
  }

  private static func tell(_ event: LiveReader.Event, of name: String) {
    switch event {
    case .lost(let reason): Terminal.warn("\(name) is lost: \(reason). Looking for it.")
    case .found(let seconds):
      Terminal.warn("\(name) is back after \(String(format: "%.1f", seconds)) s.")
    }
  }
}

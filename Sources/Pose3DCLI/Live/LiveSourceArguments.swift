import PoseAnalysis
import ArgumentParser
import PoseDocuments
import Foundation
import PoseVideo

/// The source of the images of `pose3d live`, if it is not the page.
struct LiveSourceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A camera of this machine (/dev/video0, or its number 0), a stream (rtsp://…, rtsps://…, http://… of "
        + "Motion JPEG), - for standard input (MPEG-TS, Matroska, y4m, or raw images with --size), or a "
        + "file that is played (default: the page, with the browser's camera).",
      valueName: "source"))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "The size that the camera is asked for, 1280x720. Of a pipe: its images are raw, of this size.",
      valueName: "WxH"))
  var size: PictureSize?

  @Option(
    parsing: .unconditional,
    help: ReadingOption.frameRate.help(
      "number", "A camera is asked for as many; raw images have 30 without it."))
  var fps: Double?

  @Option(
    help: ArgumentHelp(
      "What the camera is asked for, mjpeg or yuyv422; of raw images, instead of rgb24. FFmpeg's names.",
      valueName: "name", visibility: .hidden))
  var pixelFormat: String?

  @Flag(
    help: ArgumentHelp(
      "Measure every frame and leave none out: the sender waits, and the same pipe or file gives "
        + "the same results."))
  var everyFrame = false

  func validate() throws {
    try ReadingOption.frameRate.check(fps)
  }

  /// Throws where there is no source and an option is about one.
  func checkPage() throws {
    guard source == nil, let first else { return }
    throw ValidationError(
      "\(first) needs a SOURCE (a camera, a stream or a pipe); the page asks the browser's camera.")
  }

  /// The first of the options beside the source that was given.
  private var first: String? {
    if size != nil { return "--size" }
    if fps != nil { return "--fps" }
    if pixelFormat != nil { return "--pixel-format" }
    return everyFrame ? "--every-frame" : nil
  }

  /// Whether a value of --camera is a source of images, as it was called before, and no calibration.
  static func isSource(_ text: String) -> Bool {
    text == "-" || isConnection(text) || FileEnding.isVideo(text)
  }

  /// Whether a text names a camera of this machine, by its number too, or a stream.
  static func isConnection(_ text: String) -> Bool {
    text.contains("://") || text.hasPrefix("/dev/") || UInt8(text) != nil
  }

  /// The address of a source; a number is that of a camera of this machine.
  static func address(of source: String) -> String {
    UInt8(source).map { "/dev/video\($0)" } ?? source
  }

  /// Opens the source and begins to read.
  func feed(_ text: String) throws -> LiveFeed {
    let address = try LiveAddress(text)
    if everyFrame && address.isConnection {
      throw ValidationError(
        "--every-frame: a camera doesn't wait; it is for pipes and files.")
    }
    if FileEnding.isVideo(text), !address.isConnection,
      let option = first, option != "--every-frame"
    {
      throw ValidationError(
        "\(option) is for cameras and raw images; \(text.safeOnOneLine) has its own.")
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
      guard error.code == .unknownFormat, text.hasSuffix(".json") || text.hasSuffix(".yaml") else {
        throw error
      }
      throw Failure(
        code: .usage,
        message:
          "\(name): a source of images was expected; a camera's calibration is given with --camera")
    }
  }

  /// Warns that a source is lost, or back.
  static func tell(_ event: LiveReader.Event, of name: String) {
    switch event {
    case .lost(let reason): Terminal.warn("\(name) is lost: \(reason). Looking for it.")
    case .found(let seconds):
      Terminal.warn("\(name) is back after \(String(format: "%.1f", seconds)) s.")
    }
  }
}

import PoseAnalysis
import ArgumentParser
import PoseFiles
import PoseSending

/// The options for the results of `pose3d live SOURCE`.
struct LiveOutputArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Write JSON Lines to standard output, a header and then a line a frame. So it is without --send, "
        + "--annotate and --record."))
  var lines = false

  @OptionGroup var amount: DetailArgument

  @Option(
    help: ArgumentHelp(
      "Send every frame to a program: vmc://host:39539, an avatar's bones; osc://host:port and "
        + "udp://host:port, joints, angles and counts as OSC and as JSON. May be given several times.",
      valueName: "address"))
  var send: [String] = []

  @Option(
    name: .customLong("annotate"),
    help: ArgumentHelp(
      "Write the images with skeletons and counter drawn on them: mp4, mov or mkv; - for standard "
        + "output, as MPEG-TS that can be watched at once.", valueName: "file"))
  var annotatePath: String?

  /// The earlier name of `--annotate`.
  @Option(help: .hidden) var annotated: String?

  @Option(
    help: ArgumentHelp(
      "Record what is measured, for pose3d exercise, angles, export and report; the name ends in .jsonl.",
      valueName: "file"))
  var record: String?

  /// The video with drawings, by whatever name it was given.
  var annotate: String? { annotatePath ?? annotated }

  /// Warns of names of options that will go.
  func warnOfFormerNames() {
    if annotated != nil { Terminal.warn("--annotated is called --annotate now.") }
  }

  func validate() throws {
    if annotate != "-" { try FileEnding.checkVideo("--annotate", annotate) }
    if lines && annotate == "-" {
      throw ValidationError(
        "--lines and --annotate - both go to standard output: give --annotate a file.")
    }
    if record == "-" {
      throw ValidationError("--record -: a recording is written to a file; --lines writes lines.")
    }
    for text in send {
      do throws(SendingError) {
        _ = try SendingAddress(text)
      } catch {
        throw ValidationError("--send \(error)")
      }
    }
  }

  /// The first of the options that was given; `nil` when none was.
  var first: String? {
    if lines { return "--lines" }
    if amount.detail != .standard { return "--detail" }
    if !send.isEmpty { return "--send" }
    if annotate != nil { return "--annotate" }
    return record.map { _ in "--record" }
  }

  /// Whether lines go to standard output.
  var writesLines: Bool { lines || (send.isEmpty && annotate == nil && record == nil) }

  /// Those to whom frames are sent.
  func senders() throws -> [PoseSender] {
    try send.map { text in
      do throws(SendingError) {
        return try PoseSender(to: SendingAddress(text))
      } catch {
        throw Failure(code: .unavailable, message: "--send \(error)")
      }
    }
  }
}

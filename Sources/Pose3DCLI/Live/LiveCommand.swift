import PoseAnalysis
import ArgumentParser
import PoseDocuments

/// `pose3d live`: people in front of a camera, measured while they move.
struct LiveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Measures people in front of a camera while they move.",
    discussion: """
      Serves a page for the browser of this machine: it asks for the camera, and shows the skeleton over \
      the image and in space, angles, repetitions, fingers, and how long everything takes. Nothing \
      leaves the machine: only programs on it reach the page, and only by the address that is printed, \
      which is another one each time.

      The page can record: what was measured is written to the current folder, or to that of --output, \
      as a sequence that pose3d exercise, angles, export and report read. The camera's images are not \
      kept.

      For a camera of another machine (a telephone, a tablet) name an interface with --host, and give a \
      certificate and its key: browsers give no camera to pages without TLS.

      With a source there is no page: the images come from a camera of this machine, a stream, a pipe \
      or a file. What is found goes to standard output as JSON Lines, to programs (--send), into a video \
      (--annotate) or a recording (--record). Whatever comes while a frame is measured is left out but \
      for the newest, so that nothing is ever late; --every-frame leaves nothing out. A camera or stream \
      that is lost is looked for.

      Ctrl-C ends it; a recording is finished then.

      EXAMPLES
        pose3d live
        pose3d live --open --exercise squat
        pose3d live --hands --output recordings
        pose3d live --camera camera.json --height 1.72
        pose3d live --host 0.0.0.0 --certificate cert.pem --key key.pem
        pose3d live /dev/video0 --size 1280x720 --send vmc://127.0.0.1:39539
        pose3d live rtsp://camera.local/stream --record session.jsonl
        ffmpeg -i clip.mp4 -f mpegts - | pose3d live - --every-frame > frames.jsonl
      """)

  @OptionGroup(title: "PAGE") var page: LivePageArguments

  @OptionGroup(title: "CAMERA, STREAM OR PIPE") var source: LiveSourceArguments

  @OptionGroup(title: "RESULTS OF A SOURCE") var results: LiveOutputArguments

  @OptionGroup(title: "MEASURING") var measuring: LiveMeasuringArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for recordings. (default: the current one)", valueName: "folder"))
  var output: String?

  @Flag(
    name: [.short, .long],
    help: "Print nothing but the page's address, and with a source no counts at the end.")
  var quiet = false

  @Flag(help: OutputArguments.noOverwriteHelp)
  var noOverwrite = false

  /// The source of the images; `nil` for the page. `--camera` named it before.
  private var address: String? { source.source ?? formerSource }

  private var formerSource: String? {
    source.source == nil
      ? measuring.camera.flatMap { LiveSourceArguments.isSource($0) ? $0 : nil } : nil
  }

  func validate() throws {
    guard address != nil else {
      try source.checkPage()
      guard let option = results.first else { return }
      throw ValidationError(
        "\(option) needs a SOURCE (a camera, a stream or a pipe): the page has its own results.")
    }
    if let option = page.first ?? output.map({ _ in "--output" }) {
      throw ValidationError("\(option) is about the page, and with a source there is none.")
    }
  }

  func execute() throws {
    try OutputFile.$mayReplace.withValue(!noOverwrite) { try measure() }
  }

  private func measure() throws {
    if let former = formerSource {
      Terminal.warn(
        "--camera is a calibration; a source is named without it: pose3d live \(former).")
    }
    measuring.warnOfFormerNames()
    if let address {
      results.warnOfFormerNames()
      let path = LiveSourceArguments.address(of: address)
      var run = try LiveRun(source, path, results, settings: try measuring.settings())
      return try run.run(quiet: quiet)
    }
    try page.serve(try measuring.settings(), recordingsTo: output ?? ".", quiet: quiet)
  }
}

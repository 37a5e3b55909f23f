import PoseAnalysis
import ArgumentParser
import PoseDocuments
import Foundation
import PoseMotion
import PoseFiles
import PoseReport
import PoseVideo

/// `pose3d report`: what was measured as a page for a browser.
struct ReportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a page for a browser: video, skeleton, curves, repetitions, tables.",
    discussion: """
      Reads what pose3d exercise reads: sequences and images of ours, TRC, Kinect, MediaPipe's world \
      landmarks, points by name, and 2D keypoints. Several files make one page, on which one is chosen.

      The page is one file that asks for nothing from anywhere, and opens from a folder, a stick or a mail. \
      It has the video that the file was made from, if that is beside the file or named with --video; \
      videos that browsers don't play, and those of more than 20 MB, are made small for it.

      On the page: space plays, the arrow keys go from frame to frame; the figure in space is turned by the \
      mouse or, with the focus, by the arrow keys. It prints on A4: the first page has the result in short; \
      of several files "Print all" prints each. With a name that ends in .pdf an installed Chromium, \
      Chrome, Edge or Brave prints all of it.

      EXAMPLES
        pose3d report squats.json
        pose3d report squats.json -o report.html --no-video
        pose3d report squats.json -o report.pdf --subject P-017
        pose3d report before.json after.json -o knee.html
        pose3d report walk.trc -o walk.html
        pose3d report squats.json --video copy-of-squats.mp4
        pose3d report walk.json --video cam1.mp4 --video cam2.mp4
      """)

  @Argument(
    help: ArgumentHelp(
      "Files with 3D joints or 2D keypoints, told by their content, or folders with a keypoint file for "
        + "every image.", valueName: "inputs"))
  var inputs: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The page; - for stdout. (default: the first input's name with .html, in the current folder)",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The video or image of the input, when it is not beside the input. Of several cameras one "
        + "for each: --video a.mp4 --video b.mp4.", valueName: "file"))
  var video: [String] = []

  @Flag(help: "Leave the video or image out: a small page.")
  var noVideo = false

  @OptionGroup var privacy: PrivacyArguments

  @OptionGroup(title: "HEADING") var about: HeadingArguments

  @OptionGroup(title: "EXERCISE AND MOTION") var motion: MotionArguments

  @OptionGroup var prescription: TargetArguments

  @OptionGroup var reading: MotionInputArguments

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    try FileEnding.checkPage("--output", output)
    if !video.isEmpty && noVideo {
      throw ValidationError("--video names what --no-video leaves out: give one of them.")
    }
    if !video.isEmpty && inputs.count > 1 {
      throw ValidationError("--video is the video of one input, and there are \(inputs.count).")
    }
  }

  func execute() throws {
    for input in inputs { try Self.checkIsMeasured(input) }
    let path = output ?? "\(ExportCommand.stem(of: inputs[0])).html"
    try PageFile.check("--output", path)
    let file = try OutputFile.all([("--output", path)], inputs: inputs + video)[0]
    let clips = try inputs.map(clip(of:))
    guard Interruption.count == 0 else { throw ExitCode(Interruption.exitCode) }
    let written = try ReportArgument.write(clips, heading: about.heading, to: file, named: path)
    if file != nil { Terminal.standardOutput.writeWritten([written]) }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// Throws where an input is a video or a picture, which another command measures first.
  private static func checkIsMeasured(_ input: String) throws(Failure) {
    guard input != "-", RegularFile(input) != nil || FolderListing.isFolder(input),
      let kind = try? ImpliedCommand.kind(of: input)
    else { return }
    let (words, command) = kind == .video ? ("a video", "video") : ("an image", "analyze")
    let page = "\(ExportCommand.stem(of: input)).html"
    throw Failure(
      code: .data,
      message: "\(input): this is \(words), and a report is made of measured joints: "
        + "`pose3d \(command) \(input) --report \(page)` measures it and writes the page")
  }

  private func clip(of input: String) throws -> ReportClip {
    let read = try reading.read(input)
    let analysis = try MotionAnalysis(
      of: read, person: reading.person, options: reading.measurement(motion, prescription))
    Terminal.warn(read.diagnostics)
    return try ReportArgument.clip(
      of: analysis, input, read,
      video: noVideo ? .leftOut : video.isEmpty ? .beside : .named(video),
      privacy: privacy)
  }
}

import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDetection
import PoseDocuments
import Foundation
import PoseImaging
import Pose3D
import PoseDrawing
import PoseFiles

/// `pose3d hands`: the hands in a picture, their landmarks and the fingers they show.
struct HandsCommand: ReportingCommand {
  static let solves = false

  static let configuration = CommandConfiguration(
    commandName: "hands",
    abstract: "Finds the hands in an image and counts the fingers they show.",
    discussion: """
      Prints a table of the hands: whose left or right hand it is, and which fingers are extended, \
      the thumb included. -o writes the 21 landmarks of each with Vision's names in camelCase, \
      --overlay the image with the hands drawn on it.

      Hands are searched for in the whole image, and, because they are small where a person is far, \
      around the wrists of the bodies in it. Finding those takes about twice the time; --no-bodies \
      leaves them out.

      An image without a hand is no error: the exit code is 0, "hands" is empty, and a sentence on \
      stderr says so. Bad input ends with an exit code of the sysexits convention (64 usage, 65 \
      data, 66 no input, 69 not installed, 73 and 74 output).

      EXAMPLES
        pose3d hands photo.jpg
        pose3d hands selfie.jpg --mirror --overlay overlay.png
        pose3d hands photo.jpg -o - | jq .fingerCount
      """)

  @Argument(
    help:
      "The image: JPEG, PNG, HEIC, WebP, TIFF, GIF, BMP, OpenEXR, PPM or a Record3D recording; - for standard input. Its orientation is applied."
  )
  var image: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many hands are found at most.", valueName: "number"))
  var maximumHands = 2

  @OptionGroup var confidence: ConfidenceArgument

  @Flag(
    inversion: .prefixedNo,
    help: "Find bodies first, and search around their wrists too.")
  var bodies = true

  @OptionGroup var mirrored: MirrorArgument

  @OptionGroup var picture: PictureArguments

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("Write the hands as JSON; - for stdout.", valueName: "file"))
  var outputPath: String?

  /// The former name of `--output`.
  @Option(help: .hidden) var json: String?

  @Option(
    help: ArgumentHelp(
      "Write the image with the hands drawn on it, as PNG; - for stdout.", valueName: "file"))
  var overlay: String?

  /// More hands than this are not looked for.
  private static let maximumHands = 2 * PeopleCount.all.maximum

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    try FileEnding.checkImage("--overlay", overlay)
    if !(1...Self.maximumHands).contains(maximumHands) {
      throw ValidationError(
        "--maximum-hands \(maximumHands): a number between 1 and \(Self.maximumHands) was expected."
      )
    }
    if outputPath != nil, json != nil {
      throw ValidationError("--output and --json, its former name: give one of them.")
    }
    if output == "-" && overlay == "-" {
      throw ValidationError(
        "--output - and --overlay - both go to standard output: give one a file.")
    }
  }

  private var output: String? { outputPath ?? json }

  func execute() throws {
    if json != nil { Terminal.warn("--json is called --output now.") }
    let files = try OutputFile.all([("--output", output), ("--overlay", overlay)], inputs: [image])
    let picture = try ColorFile(
      showing: .hand, FileInput(argument: image), options: self.picture.options
    ).image
    let hands = try hands(in: picture)
    let warnings = hands.isEmpty ? ["no hand was found in \(image)."] : []
    for warning in warnings { Terminal.warn(warning) }
    let document = HandsDocument(
      version: Pose3DCommand.version, file: image, width: picture.width, height: picture.height,
      hands: hands, warnings: warnings)
    try files[0]?.write(Array(document.json.utf8))
    let png = overlay == nil ? nil : try Wireframe(of: [], hands: hands, on: picture).png()
    if let png { try files[1]?.write(png) }
    switch (output, overlay) {
    case ("-", _): Terminal.standardOutput.writeRaw(document.json)
    case (_, "-"): Terminal.standardOutput.writeRaw(Data(png ?? []))
    default:
      DetectionTable.write(hands, to: .standardOutput)
      Terminal.standardOutput.write(
        "fingers shown: \(DetectionTable.count(hands.possibleFingerCounts))", style: .heading)
      let isUnclear = hands.contains { $0.unclearFingers?.isEmpty == false }
      let legend = DetectionTable.legend(
        people: false, hands: !hands.isEmpty, unclear: isUnclear)
      for line in legend {
        Terminal.standardOutput.write(line, style: .faint)
      }
      Terminal.standardOutput.writeWritten(files.compactMap { $0?.path })
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func hands(in picture: ColorImage) throws -> [HandPose] {
    let finder = HandFinder(
      assets: try .forCommand(), minimumConfidence: confidence.minConfidence)
    let hands = try finder.hands(
      in: picture, maximumCount: maximumHands, looksForBodies: bodies)
    return mirrored.mirror ? hands.map { $0.withSidesSwapped() } : hands
  }
}

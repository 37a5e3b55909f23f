internal import PoseAnalysis
public import ArgumentParser
import PoseDocuments
import Foundation
internal import Pose3D
public import PoseFiles

/// `pose3d keypoints`: 2D keypoints from one program's files to another's.
struct KeypointsCommand: ReportingCommand {
  static let solves = false

  static let configuration = CommandConfiguration(
    commandName: "keypoints",
    abstract: "Converts 2D keypoints between the files of different programs.",
    discussion: """
      Reads pose3d.keypoints/1, COCO results and annotations, OpenPose, AlphaPose, MediaPipe and \
      Vision-style JSON, told by their content: one image, or several in a file, in JSON Lines or \
      in a folder with a file for each. docs/reference/keypoints.md lists the layouts and \
      the derived keypoints, docs/reference/keypoint-files.md the formats and what each loses.

      MediaPipe's and Vision's places are fractions of the image's size: --size says it where the \
      file doesn't. OpenPose has a file for every image: with several, -o names a folder.

      EXAMPLES
        pose3d keypoints openpose/ --to coco -o results.json
        pose3d keypoints landmarks.json --size 1920x1080 --to openpose -o frames/
        pose3d keypoints body25b.json --from body25b --size 1088x1920 --to vision
        pose3d keypoints selfie.json --mirror --to pose3d -o keypoints.json
      """)

  @Argument(
    help: ArgumentHelp("The file, or the folder with a file for every image.", valueName: "input")
  )
  var input: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The images' size where the file doesn't say it, as 1920x1080.", valueName: "size"))
  var size: PictureSize?

  @Option(
    name: [.long, .customLong("keypoint-layout")],
    help: ReadingOption.keypointLayout.help("layout"))
  var from: KeypointLayout?

  @Option(help: ArgumentHelp("The kind of file to write.", valueName: "format"))
  var to: KeypointFormat

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, or for OpenPose a folder; without, standard output.", valueName: "path"))
  var output: String?

  @OptionGroup var mirrored: MirrorArgument

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func execute() throws {
    let target = try target()
    let frames = try KeypointFile.frames(
      contentsOf: input.readablePath,
      imageSize: size.map { ($0.width, $0.height) }, layout: from)
    if let frame = frames.first(where: { !$0.isSizeKnown }), to.needsSize {
      throw Failure(
        code: .usage,
        message:
          "\(input): doesn't say how large image \(frame.name) is, and --to \(to.rawValue) "
          + "needs it: give it with --size, as in --size 1920x1080")
    }
    let pictures = frames.map { mirrored.mirror ? $0.picture.withSidesSwapped() : $0.picture }
    if pictures.allSatisfy(\.people.isEmpty) {
      Terminal.warn("no person in \(input).")
    }
    switch target {
    case .folder(let folder): try write(pictures, toFolder: folder)
    case .file(let file):
      guard to != .openpose || pictures.count == 1 else {
        throw Failure(
          code: .usage,
          message:
            "\(input): has \(pictures.count) images, and OpenPose's files hold one: name a "
            + "folder with -o, as in -o frames/")
      }
      let text = KeypointFile.encoded(pictures, as: to)
      if let file {
        try file.write(Array(text.utf8))
        Terminal.standardOutput.write("wrote \(file.path)", style: .faint)
      } else {
        Terminal.standardOutput.writeRaw(text)
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// The destination of the result.
  private enum Target {
    /// A file; `nil` for standard output.
    case file(OutputFile?)
    case folder(String)
  }

  private func target() throws(FileError) -> Target {
    guard let output, output != "-" else { return .file(nil) }
    guard to == .openpose, Destination.isFolder(output) else {
      return .file(try OutputFile(output, inputs: [input]))
    }
    return .folder(output)
  }

  private func write(_ pictures: [PicturePoses], toFolder folder: String) throws {
    try Destination.makeFolder(folder)
    let parent = folder.hasSuffix("/") ? folder : "\(folder)/"
    let texts = KeypointFile.openPoseFiles(pictures)
    // All are looked at before the first is written: no file of the input is overwritten.
    let inputs = [input] + inputFiles
    let files = try texts.map { try OutputFile(parent + $0.name, inputs: inputs) }
    for (file, text) in zip(files, texts) { try file.write(Array(text.text.utf8)) }
    Terminal.standardOutput.write(
      "wrote \(files.count) \(files.count == 1 ? "file" : "files") to \(folder)", style: .faint)
  }

  private var inputFiles: [String] {
    let names = FolderListing.names(in: input) ?? []
    let parent = input.hasSuffix("/") ? input : "\(input)/"
    return names.filter { $0.lowercased().hasSuffix(".json") }.map { parent + $0 }
  }
}

extension KeypointFormat: ExpressibleByArgument {
  /// Whether the file states the picture's size, or places as fractions of it.
  fileprivate var needsSize: Bool {
    switch self {
    case .pose3d, .vision, .mediapipe: true
    case .coco, .halpe, .openpose: false
    }
  }
}

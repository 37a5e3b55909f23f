import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseDrawing

/// `pose3d depth`: what a depth file holds, as a table, a picture or another file.
struct DepthCommand: ReportingCommand {
  static let solves = false

  static let configuration = CommandConfiguration(
    commandName: "depth",
    abstract: "Says what is in a depth file, shows it, and converts it.",
    discussion: """
      Reads 16-bit PNG and PGM, TIFF, OpenEXR, PFM, NPY, NPZ, raw numbers with a JSON file beside \
      them, Record3D recordings, and the depth that phones put into HEIC and JPEG. What the file is, \
      its first bytes say, not its name.

      Prints format, size, unit and who says so, the nearest, middle and farthest depth, holes, \
      calibration, the device's own word about accuracy, the floor where one is seen, and warnings.

      --preview writes the map in colours with a scale in metres. --output converts it: to 16-bit \
      PNG in millimetres, or to 32-bit metres as TIFF, OpenEXR, NPY or PFM, without loss; or to a \
      point cloud (PLY), coloured where there is an image. With --color and a camera file that has \
      two cameras, the map is first moved into the image's view.

      EXAMPLES
        pose3d depth IMG_0042.HEIC --preview depth.png
        pose3d depth depth.png --depth-scale mm --color color.png \\
          --camera camera.json -o cloud.ply
        pose3d depth scan.r3d --frame 12 -o frame12.exr --write-camera camera.json
        pose3d depth depth.npy --json - | jq .median
      """)

  @Argument(help: "The file with the depth map; - for standard input.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The colour image that belongs to it: colours the point cloud.", valueName: "file"))
  var color: String?

  @OptionGroup(title: "CAMERA") var camera: CameraArguments

  @OptionGroup(title: "DEPTH AND PICTURES") var reading: DepthArguments

  @Option(
    help: ArgumentHelp("Write the map in colours as PNG; - for stdout.", valueName: "file"))
  var preview: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The format of --output: png16, tiff, exr, npy, pfm or ply. (default: by the file's ending)",
      valueName: "kind"))
  var kind: OutputKind?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the depth map to this file; - for stdout.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Write what was found as JSON; - for stdout.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Write the calibration as pose3d.camera/1, for --camera; - for stdout.", valueName: "file"))
  var writeCamera: String?

  /// The kinds of file that are written.
  enum OutputKind: String, ExpressibleByArgument, CaseIterable {
    case png16, tiff, exr, npy, pfm, ply

    /// The kind that a file's ending names; `nil` for another ending.
    init?(ending path: String) {
      switch (path as NSString).pathExtension.lowercased() {
      case "png": self = .png16
      case "tif", "tiff": self = .tiff
      case "exr": self = .exr
      case "npy": self = .npy
      case "pfm": self = .pfm
      case "ply": self = .ply
      default: return nil
      }
    }
  }

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if [preview, output, json, writeCamera].count(where: { $0 == "-" }) > 1 {
      throw ValidationError(
        "Only one of --preview, --output, --json and --write-camera can go to standard output: give "
          + "the others files.")
    }
    if kind != nil && output == nil {
      throw ValidationError("--to sets the format of --output: name the file with --output (-o).")
    }
    if let output, kind == nil, OutputKind(ending: output) == nil {
      throw ValidationError(
        "--output \(output): say with --to what it is to be: "
          + OutputKind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
  }

  func execute() throws {
    let files = try OutputFile.all(
      [
        ("--preview", preview), ("--output", output), ("--json", json),
        ("--write-camera", writeCamera),
      ],
      inputs: [file, color, camera.camera, reading.depthConfidence])
    let depth = try DepthInspection(
      of: FileInput(argument: file), color: color.map { FileInput($0) }, camera: camera.choice,
      confidence: reading.depthConfidence, reading: reading.options)
    Terminal.warn(depth.diagnostics)
    let contents = [
      try preview.map { _ in try DepthPicture(of: depth.map).png() },
      try output.flatMap { try converted(depth, path: $0) },
      json.map { _ in
        Array(
          depth.json(version: Pose3DCommand.version, wording: \.commandLineWords).utf8)
      },
      try writeCamera.map { _ in
        Array(try depth.knownCalibration(writtenAs: output.flatMap(fileType)).json.utf8)
      },
    ]
    for (file, bytes) in zip(files, contents) {
      if let file, let bytes { try file.write(bytes) }
    }
    if isPointCloud { try writePoints(of: depth, to: files[1]) }
    if let index = [preview, output, json, writeCamera].firstIndex(of: "-") {
      Terminal.standardOutput.writeRaw(Data(contents[index] ?? []))
    } else {
      DepthTable.write(depth, to: .standardOutput)
      Terminal.standardOutput.writeWritten(files.compactMap { $0?.path })
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// The file type of `--output`; `nil` for a point cloud.
  private func fileType(_ path: String) -> DepthFileType? {
    (kind ?? OutputKind(ending: path)).flatMap { DepthFileType(rawValue: $0.rawValue) }
  }

  private var isPointCloud: Bool { output.map { fileType($0) == nil } ?? false }

  /// Writes the points to a file, or to standard output.
  private func writePoints(of depth: DepthInspection, to file: OutputFile?) throws {
    if let file {
      try file.write { piece in try depth.writePLY(to: piece) }
    } else {
      try depth.writePLY { Terminal.standardOutput.writeRaw(Data($0)) }
    }
  }

  /// The map as the bytes of another file; losses are reported. `nil` for a point cloud, which may
  /// be made.
  private func converted(_ depth: DepthInspection, path: String) throws -> [UInt8]? {
    guard let type = fileType(path) else {
      try depth.checkCloud()
      return nil
    }
    if let loss = type.loss(of: depth.map) {
      Terminal.warn("\(path): \(loss)")
    }
    return try depth.map.encoded(as: type, path: path)
  }
}

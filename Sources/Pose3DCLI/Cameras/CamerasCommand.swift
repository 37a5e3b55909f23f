public import ArgumentParser
public import DepthIO
import PoseDocuments
import Foundation
import PoseImaging

/// `pose3d cameras`: several cameras around one scene.
struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras",
    abstract: "Shows, converts, synchronises, calibrates and checks several cameras.",
    discussion: """
      `pose3d cameras FILE` shows what a calibration says of every camera: pose3d.rig/1, TOML of \
      Pose2Sim, Anipose, FreeMoCap and caliscope, .qca.txt of Qualisys, Kalibr's camera chains, OpenCV's \
      stereo files, and folders with one file of OpenCV's a camera or COLMAP's text model. -o converts it.

      sync finds how the clocks of recordings run, by the movement; calibrate places cameras by a \
      person who moves before them, or by a board with --board; board writes such a board to print; \
      check finds the camera that has moved since, or was knocked.

      EXAMPLES
        pose3d cameras Calib.toml
        pose3d cameras Calib.qca.txt -o rig.json
        pose3d cameras rig.json -o Calib.toml
        pose3d cameras sync a.mp4 b.mp4 -o clocks.json
        pose3d cameras board -o board.pdf
        pose3d cameras calibrate a.mp4 b.mp4 --board aprilgrid:6x6:23mm:0.3 -o r.json
        pose3d cameras calibrate a.mp4 b.mp4 --fov 70 --height 1.82 -o rig.json
        pose3d cameras check rig.json a.mp4 b.mp4
      """,
    subcommands: [
      CamerasShowCommand.self, CamerasSyncCommand.self, CamerasCalibrateCommand.self,
      CamerasBoardCommand.self, CamerasCheckCommand.self,
    ],
    defaultSubcommand: CamerasShowCommand.self)
}

/// `pose3d cameras FILE`: the contents of a calibration of several cameras.
struct CamerasShowCommand: ReportingCommand {
  static let solves = false

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a calibration of several cameras, and converts it.")

  @Argument(help: "The calibration: a file, or a folder with one for each camera.")
  var file: String

  @Option(
    name: [.short, .customLong("output"), .customLong("write")],
    help: ArgumentHelp(
      "Write the cameras: .json as pose3d.rig/1, .toml for Pose2Sim and Anipose, .yaml for Kalibr; a folder "
        + "with --to opencv, colmap or opencap; - for stdout.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The layout of --output (default: by its ending, else pose3d).", valueName: "layout"))
  var to: CameraRigLayout?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    if to != nil, output == nil {
      throw ValidationError("--to is the layout of --output: name the file.")
    }
    if let to, to.isFolder, output == "-" {
      throw ValidationError("--to \(to.rawValue) writes a folder: name it with --output.")
    }
  }

  func execute() throws {
    let layout = to ?? output.flatMap(CameraRigLayout.init(ending:)) ?? .pose3d
    let target = try output.flatMap { path in
      path == "-" || layout.isFolder ? nil : try OutputFile(path, inputs: [file])
    }
    let read = try CameraRigFile(contentsOf: file.readablePath)
    let files = try layout.files(of: read.rig)
    if output == "-" {
      for file in files {
        Terminal.standardOutput.writeRaw(String(decoding: file.bytes, as: UTF8.self))
      }
    } else {
      CameraTable.write(read, to: .standardOutput)
      var written: [String] = []
      if let target {
        for file in files { try target.write(file.bytes) }
        written.append(target.path)
      } else if let folder = output {
        written = try Self.write(files, to: folder, inputs: [file])
      }
      Terminal.standardOutput.writeWritten(written)
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  /// Writes the files of a layout to a folder, which is made; returns their paths.
  private static func write(
    _ files: [(name: String, bytes: [UInt8])], to folder: String, inputs: [String]
  ) throws -> [String] {
    try Destination.makeFolder(folder)
    for parts in files.map({ $0.name.split(separator: "/").dropLast() }) {
      for end in parts.indices {
        try Destination.makeFolder("\(folder)/\(parts[...end].joined(separator: "/"))")
      }
    }
    let targets = try files.map { try OutputFile("\(folder)/\($0.name)", inputs: inputs) }
    for (target, file) in zip(targets, files) { try target.write(file.bytes) }
    return targets.map(\.path)
  }
}

extension CameraRigLayout: ExpressibleByArgument {}

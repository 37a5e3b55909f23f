import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging

/// `pose3d cameras FILE`: the contents of a calibration of several cameras.
struct CamerasShowCommand: ReportingCommand {
  static let solves = false

  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a calibration of several cameras, and converts it.")

  @Argument(help: "The calibration: a file, or a folder with one for each camera.")
  var file: String

  @Option(
    help: ArgumentHelp("Write the cameras as pose3d.rig/1; - for stdout.", valueName: "file"))
  var write: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func execute() throws {
    let target = try write.flatMap { path in
      path == "-" ? nil : try OutputFile(path, inputs: [file])
    }
    let read = try CameraRigFile(contentsOf: file.readablePath)
    let json = CameraRigFile.json(of: read.rig)
    if write == "-" {
      Terminal.standardOutput.writeRaw(json)
    } else {
      CameraTable.write(read, to: .standardOutput)
      if let target {
        try target.write(Array(json.utf8))
        Terminal.standardOutput.writeWritten([target.path])
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }
}

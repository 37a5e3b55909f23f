import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseMultiView

/// `pose3d cameras check`: which camera has moved since it was calibrated.
struct CamerasCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says which camera of a rig has moved since, by the people whom the cameras show.")

  @Argument(help: "The calibration.")
  var cameras: String

  @Argument(help: "Videos of one scene, or files or folders of keypoints; two or more.")
  var recordings: [String]

  @OptionGroup(title: "RECORDINGS") var reading: RecordingArguments

  @Flag(help: "The recordings run alike: their clocks aren't looked for.")
  var synchronized = false

  @Option(
    help: ArgumentHelp(
      "Write the cameras where they are now, as pose3d.rig/1; - for stdout.", valueName: "file"))
  var write: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    guard recordings.count > 1 else {
      throw ValidationError("Name the calibration, and recordings of two cameras or more.")
    }
  }

  func execute() throws {
    let target = try write.flatMap { path in
      path == "-" ? nil : try OutputFile(path, inputs: recordings + [cameras])
    }
    let rig = try CameraRigFile(contentsOf: cameras.readablePath)
    var settings = reading.settings(recordings)
    settings.rig = rig
    let opened = try CameraRecordings(settings)
    let keypoints = try reading.keypoints(of: opened)
    let calibration = PeopleCalibration(keypoints, isSynchronized: synchronized)
    Terminal.warn(calibration.mirrored(against: opened.members ?? []))
    let check = try calibration.check(against: opened.members ?? [])
    let json = CameraRigFile.json(of: check.rig(rig.rig))
    if write == "-" {
      Terminal.standardOutput.writeRaw(json)
    } else {
      CalibrationTable.write(check, to: .standardOutput)
      if let target {
        try target.write(Array(json.utf8))
        Terminal.standardOutput.writeWritten([target.path])
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }
}

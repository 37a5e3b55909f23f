import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseMultiView

/// `pose3d cameras check`: which camera has moved since it was calibrated, or while it recorded.
struct CamerasCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Finds cameras of a rig that have moved since it was calibrated, or while they recorded.",
    discussion: """
      The table lists what each camera had moved by when the recordings began, by the people whom all cameras show.

      Below it are the knocks: which camera was rotated during the recordings, when and by how much. \
      Videos show it by their background, to about 0.03°. Files of keypoints show it by the people, from \
      about 1° on; of two cameras they don't show which one it was. A camera that rotates slowly is \
      named where there are videos.
      """)

  @Argument(help: "The calibration.")
  var cameras: String

  @Argument(help: "Videos of one scene, or files or folders of keypoints; two or more.")
  var recordings: [String]

  @OptionGroup(title: "RECORDINGS") var reading: RecordingArguments

  @OptionGroup var clocks: ClockArgument

  @Option(
    name: [.short, .customLong("output"), .customLong("write")],
    help: ArgumentHelp(
      "Write the cameras where they are at the end, as pose3d.rig/1; - for stdout.",
      valueName: "file"))
  var output: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    guard recordings.count > 1 else {
      throw ValidationError("Name the calibration, and recordings of two cameras or more.")
    }
  }

  func execute() throws {
    let target = try output.flatMap { path in
      path == "-" ? nil : try OutputFile(path, inputs: recordings + [cameras])
    }
    let rig = try CameraRigFile(contentsOf: cameras.readablePath)
    var settings = reading.settings(recordings)
    settings.rig = rig
    let opened = try CameraRecordings(settings)
    let keypoints = try reading.keypoints(of: opened)
    let calibration = PeopleCalibration(keypoints, isSynchronized: clocks.synchronized)
    Terminal.warn(calibration.mirrored(against: opened.members ?? []))
    let check = try calibration.check(against: opened.members ?? [])
    for (name, doubt) in zip(check.members.map(\.name), check.clockDoubts) {
      guard let doubt else { continue }
      Terminal.warn(
        "the clock of camera \(name) is doubtful (\(doubt.words)), and with it what is given for the moment of a "
          + "knock. If the recordings run alike, give --synchronized.")
    }
    if let problem = check.problem {
      Terminal.warn("the cameras can't be compared with their calibration: \(problem)")
    }
    let json = CameraRigFile.json(of: check.rig(rig.rig))
    if output == "-" {
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

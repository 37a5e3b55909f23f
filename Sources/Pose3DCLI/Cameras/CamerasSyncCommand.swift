import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import PoseMotion
import PoseMultiView

/// `pose3d cameras sync`: how the clocks of recordings run.
struct CamerasSyncCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Finds how the clocks of recordings run, by the movement of the people in them.",
    discussion: """
      Without --cameras the vertical speeds of the keypoints are compared; with it, how they fit the \
      epipolar lines, which is several times as exact. A recording whose movement doesn't tell is \
      reported, with the reason.
      """)

  @Argument(help: "Videos of one scene, or files or folders of keypoints; two or more.")
  var recordings: [String]

  @Option(help: ArgumentHelp("Where the cameras are, when known.", valueName: "file"))
  var cameras: String?

  @OptionGroup(title: "RECORDINGS") var reading: RecordingArguments

  @Option(
    help: ArgumentHelp(
      "The largest offset that is looked for; 10 by default.", valueName: "seconds"))
  var within: Double = 10

  @Option(
    name: [.short, .customLong("output"), .customLong("write")],
    help: ArgumentHelp("Write the clocks as pose3d.clocks/1; - for stdout.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    guard recordings.count > 1 else {
      throw ValidationError("One recording has one clock: name two or more.")
    }
    guard within > 0, within <= 600 else {
      throw ValidationError("--within \(within): more than 0 and at most 600 seconds.")
    }
  }

  func execute() throws {
    let target = try output.flatMap { path in
      path == "-" ? nil : try OutputFile(path, inputs: recordings)
    }
    var settings = reading.settings(recordings)
    settings.rig = try cameras.map { try CameraRigFile(contentsOf: $0.readablePath) }
    let opened = try CameraRecordings(settings)
    let keypoints = try reading.keypoints(of: opened)
    var options = ClockFinder.Options()
    options.longestOffset = within
    let clocks = ClockFinder(
      keypoints, cameraFromWorld: opened.members?.map(\.cameraFromWorld), options: options
    ).estimates()
    let json = ClockDocument(names: opened.names, clocks: clocks).json
    if output == "-" {
      Terminal.standardOutput.writeRaw(json)
    } else {
      CameraTable.write(opened.names, clocks, to: .standardOutput)
      if let target {
        try target.write(Array(json.utf8))
        Terminal.standardOutput.writeWritten([target.path])
      }
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
    if clocks.dropFirst().allSatisfy({ $0.offsetSigma == nil || $0.doubt != nil }) {
      throw Failure(code: .data, message: "no clock could be told by the movement.")
    }
  }
}

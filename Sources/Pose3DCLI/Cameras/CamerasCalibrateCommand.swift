import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import PoseMultiView

/// `pose3d cameras calibrate`: places cameras by a person who moves before them.
struct CamerasCalibrateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Places cameras by a person who moves before them, without a board.",
    discussion: """
      One person walks through the whole of the scene, for half a minute, seen by two cameras at a time. \
      Intrinsics come from --camera (one for each, or one for all), --cameras (a calibration whose \
      places are not used), or --fov; else a field of view of 60° is assumed and found, with its \
      uncertainty. The scale comes from --height.

      The result is as exact as the detector: some degrees, where a board gives a tenth. \
      docs/research/calibration.md has figures, docs/how-to/calibrate.md the way by a board.
      """)

  @Argument(help: "Videos of one scene, or files or folders of keypoints; two or more.")
  var recordings: [String]

  @Option(
    name: .customLong("camera"),
    help: ArgumentHelp(
      "The intrinsics: a camera file for each recording in their order, or one for all.",
      valueName: "file"))
  var camera: [String] = []

  /// What `--camera` was called before.
  @Option(name: .customLong("camera-file"), help: .hidden) var formerCamera: [String] = []

  /// The camera files, by whatever name they were given.
  private var cameraFiles: [String] { camera + formerCamera }

  @Option(
    help: ArgumentHelp("A calibration of several cameras with the intrinsics.", valueName: "file"))
  var cameras: String?

  @Option(
    help: ArgumentHelp("The field of view of all cameras along the diagonal.", valueName: "degrees")
  )
  var fov: Double?

  @OptionGroup var body: HeightArgument

  @OptionGroup(title: "RECORDINGS") var reading: RecordingArguments

  @Flag(help: "The recordings run alike: their clocks aren't looked for.")
  var synchronized = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the cameras here, as pose3d.rig/1; - for stdout.", valueName: "file"))
  var output: String

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    guard recordings.count > 1 else {
      throw ValidationError("One recording has one camera: name two or more.")
    }
    guard cameraFiles.count < 2 || cameraFiles.count == recordings.count else {
      throw ValidationError(
        "\(cameraFiles.count) camera files for \(recordings.count) recordings: give one for each, or one for all."
      )
    }
    let given = [!cameraFiles.isEmpty, cameras != nil, fov != nil].count { $0 }
    guard given < 2 else {
      throw ValidationError("--camera, --cameras and --fov set the same: give one of them.")
    }
    if let fov, !(10...170).contains(fov) {
      throw ValidationError(
        "--fov \(fov): a field of view is given in degrees, between 10 and 170.")
    }
  }

  func execute() throws {
    if !formerCamera.isEmpty { Terminal.warn("--camera-file is called --camera now.") }
    let target = output == "-" ? nil : try OutputFile(output, inputs: recordings + cameraFiles)
    var settings = reading.settings(recordings)
    settings.rig = try cameras.map { try CameraRigFile(contentsOf: $0.readablePath) }
    settings.calibrations = try cameraFiles.map { try CameraFile(contentsOf: $0.readablePath) }
    settings.diagonalFieldOfView = fov.map { $0 * .pi / 180 }
    let opened = try CameraRecordings(settings)
    let keypoints = try reading.keypoints(of: opened)
    var calibrating = PeopleCalibration(keypoints)
    calibrating.bodyHeight = body.height
    calibrating.isSynchronized = synchronized
    let found = try calibrating.calibration()
    let json = CameraRigFile.json(of: found.rig)
    if let target {
      CalibrationTable.write(found, to: .standardOutput)
      try target.write(Array(json.utf8))
      Terminal.standardOutput.writeWritten([target.path])
    } else {
      Terminal.standardOutput.writeRaw(json)
    }
    for doubt in found.doubts { Terminal.warn(doubt.words) }
    for (camera, member) in zip(found.rig.cameras, found.members) {
      guard let doubt = member.clock.doubt else { continue }
      Terminal.warn(
        "camera \(camera.name): how its clock runs isn't sure (\(doubt.words)), and with a wrong clock its "
          + "place is wrong; where the recordings run alike, say --synchronized.")
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }
}

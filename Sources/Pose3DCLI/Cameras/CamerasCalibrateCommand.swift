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
    abstract: "Calibrates cameras by a board, or places them by a person who moves before them.",
    discussion: """
      With --board: intrinsics and lens of each camera from a video or a folder of images of the board, and \
      the cameras' poses from frames in which several see it, or from the board on the floor or a wall. One \
      recording gives a camera file, several give a rig. With --camera or --cameras the intrinsics are kept. \
      Videos needn't start at the same time: the board's movement shows it. Images of several cameras are \
      paired by their order.

      Without --board: one person walks through the whole of the scene, for half a minute, seen by two cameras at a time. \
      Intrinsics come from --camera (one for each, or one for all), --cameras (a calibration whose \
      places are not used), or --fov; else a field of view of 60° is assumed and found, with its \
      uncertainty. The scale comes from --height.

      A person gives 1.5 to 2.8°, a board a tenth of a degree: docs/research/calibration.md.
      """)

  @Argument(
    help:
      "Videos of one scene, or files or folders of keypoints; two or more. With --board videos or folders of images, one or more."
  )
  var recordings: [String]

  @OptionGroup(title: "BOARD") var boards: BoardArguments

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
    parsing: .unconditional,
    help: MeasurementOption.fieldOfView.help("degrees", "It is that of all cameras."))
  var fov: Double?

  @OptionGroup var body: HeightArgument

  @OptionGroup(title: "RECORDINGS") var reading: RecordingArguments

  @OptionGroup var clocks: ClockArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the cameras here, as pose3d.rig/1; - for stdout.", valueName: "file"))
  var output: String

  @OptionGroup(title: "OUTPUT") var writing: OutputArguments

  var treatment: OutputArguments? { writing }

  func validate() throws {
    guard recordings.count > 1 || boards.board != nil && !recordings.isEmpty else {
      throw ValidationError("One recording has one camera: name two or more.")
    }
    if boards.board != nil, fov != nil || body.height != nil {
      throw ValidationError("--fov and --height are for a calibration without --board.")
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
    try MeasurementOption.fieldOfView.check(fov)
  }

  func execute() throws {
    if !formerCamera.isEmpty { Terminal.warn("--camera-file is called --camera now.") }
    let target = output == "-" ? nil : try OutputFile(output, inputs: recordings + cameraFiles)
    if let board = boards.board { return try calibrate(by: board, target) }
    var settings = reading.settings(recordings)
    settings.rig = try cameras.map { try CameraRigFile(contentsOf: $0.readablePath) }
    settings.calibrations = try cameraFiles.map { try CameraFile(contentsOf: $0.readablePath) }
    settings.diagonalFieldOfView = fov.map { $0 * .pi / 180 }
    let opened = try CameraRecordings(settings)
    let keypoints = try reading.keypoints(of: opened)
    var calibrating = PeopleCalibration(keypoints)
    calibrating.bodyHeight = body.height
    calibrating.isSynchronized = clocks.synchronized
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

  private func calibrate(by board: String, _ target: OutputFile?) throws {
    var settings = BoardRecordings.Settings(paths: recordings.map(\.readablePath))
    settings.calibrations = try cameraFiles.map { try CameraFile(contentsOf: $0.readablePath) }
    settings.rig = try cameras.map { try CameraRigFile(contentsOf: $0.readablePath) }
    settings.cameraNames = reading.settings(recordings).cameraNames
    settings.frameRate = reading.fps
    settings.isSynchronized = clocks.synchronized
    settings.world = try boards.world(count: recordings.count)
    if recordings.count == 1, settings.rig != nil || !settings.calibrations.isEmpty {
      throw Failure(
        code: .usage,
        message:
          "the intrinsics of the only camera are given already: name two recordings or more, or leave "
          + "out --camera and --cameras")
    }
    try BoardCalibrationRun(arguments: boards, settings: settings, target: target).execute(board)
  }
}

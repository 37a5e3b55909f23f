import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import PoseMultiView
import PoseMotion

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
    help: MeasurementOption.fieldOfView.help(
      "degrees", "\(FieldOfView.note) It is that of all cameras."))
  var fov: FieldOfView?

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
    try MeasurementOption.fieldOfView.check(fov?.degrees)
  }

  func execute() throws {
    if !formerCamera.isEmpty { Terminal.warn("--camera-file is called --camera now.") }
    let target = output == "-" ? nil : try OutputFile(output, inputs: recordings + cameraFiles)
    if let board = boards.board { return try calibrate(by: board, target) }
    var settings = reading.settings(recordings)
    settings.rig = try cameras.map { try CameraRigFile(contentsOf: $0.readablePath) }
    settings.calibrations = try cameraFiles.map { try CameraFile(contentsOf: $0.readablePath) }
    settings.diagonalFieldOfView = fov?.radians
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

/// The calibration of cameras by the people whom they show, as a table for people.
enum CalibrationTable {
  static func write(_ found: RigCalibration, to terminal: Terminal) {
    CameraTable.write(found.rig, to: terminal)
    terminal.write("")
    let names = found.rig.cameras.map(\.name.safeOnOneLine)
    let rows = zip(names, found.members).enumerated().map { index, row in
      let (name, member) = row
      return [
        name, "\(member.count)", String(format: "%.1f px", member.reprojection),
        member.angleSigma.map { String(format: "± %.1f°", tableDegrees($0)) } ?? "first",
        member.positionSigma.map { String(format: "± %.0f mm", $0 * 1000) } ?? "",
        index == 0 ? "0 s" : CameraTable.offset(of: member.clock),
      ]
    }
    terminal.write(
      table: ["camera", "keypoints", "reprojection", "rotation", "position", "clock"], rows)
    terminal.write("")
    terminal.write(
      (["\(found.moments) moments"] + CameraTable.commonSigmas(of: found.rig)).joined(
        separator: "; "))
    terminal.write(
      "Rotations and positions are relative to the first camera; ± is one standard deviation.",
      style: .faint)
  }

  static func write(_ check: RigCheck, to terminal: Terminal) {
    let names = check.members.map(\.name.safeOnOneLine)
    let rows = zip(names, check.members).map { name, member in
      [
        name,
        member.turn.map {
          String(format: "%.2f° ± %.2f", tableDegrees($0.angle), tableDegrees($0.sigma))
        } ?? "–",
        member.shift.map { String(format: "%.0f mm ± %.0f", $0.distance * 1000, $0.sigma * 1000) }
          ?? "–", member.reprojection.map { String(format: "%.1f px", $0) } ?? "–",
        member.hasMoved ? "moved" : "",
      ]
    }
    terminal.write(table: ["camera", "turned", "shifted", "reprojection", ""], rows)
    terminal.write("")
    let moved = zip(names, check.members).filter(\.1.hasMoved).map(\.0)
    if check.problem == nil {
      terminal.write(
        moved.isEmpty
          ? "No camera has moved by more than three standard deviations."
          : "Moved: \(moved.joined(separator: ", ")).")
    }
    let movement = check.movement
    for knock in movement.knocks { terminal.write(knock.words(names: names)) }
    for drift in movement.drifts { terminal.write(drift.words(names: names)) }
    if check.members.count == 2, check.problem == nil {
      terminal.write(
        "Of two cameras it can't be told which has moved: the second's is shown.", style: .faint)
    }
  }
}

import ArgumentParser
import DepthIO
import Foundation
import PoseAnalysis
import PoseBoards
import PoseDocuments
import PoseGeometry
import PoseImaging

/// The options of a calibration by a board.
struct BoardArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Calibrate by a board: aprilgrid:6x6:35mm:0.3, charuco:5x7:40mm:30mm:DICT_5X5_100 (squares), checkerboard:5x4:35mm (inner corners) or a YAML file of Kalibr.",
      valueName: "board"))
  var board: String?

  @Option(
    help: ArgumentHelp(
      "The board on the floor, which sets axes and floor: a time in the first recording, or an image for each camera (- for none).",
      valueName: "seconds|file"))
  var floor: [String] = []

  @Option(
    help: ArgumentHelp(
      "The board upright on a wall, which sets the axes: a time in the first recording, or an image for each camera.",
      valueName: "seconds|file"))
  var wall: [String] = []

  @Option(
    help: ArgumentHelp(
      "The height of the board's lower left corner above the floor, for --wall.",
      valueName: "metres"))
  var boardHeight: Double?

  @Option(
    help: ArgumentHelp(
      "Coefficients of the lens that grow with the distance from the middle: 3 (k1, k2, k3) or 2, as Kalibr and ROS have.",
      valueName: "2|3"))
  var radial: Int?

  /// The number of radial coefficients.
  var radialCount: Int { radial ?? 3 }

  func validate() throws {
    let others = !floor.isEmpty || !wall.isEmpty || boardHeight != nil || radial != nil
    guard board != nil || !others else {
      throw ValidationError(
        "--floor, --wall, --board-height and --radial are for a calibration with --board.")
    }
    if let radial, radial != 2, radial != 3 {
      throw ValidationError("--radial \(radial): 2 or 3.")
    }
    guard floor.isEmpty || wall.isEmpty else {
      throw ValidationError("--floor and --wall exclude each other: the world has one board.")
    }
    guard boardHeight == nil || !wall.isEmpty else {
      throw ValidationError("--board-height is for --wall: the floor's height is 0.")
    }
    if let boardHeight, !(-10...10).contains(boardHeight) {
      throw ValidationError("--board-height \(boardHeight): between -10 and 10 m.")
    }
  }

  /// The placement of the board in the world; `nil` where none is given.
  var placement: BoardPlacement? {
    if !floor.isEmpty { return .floor }
    return wall.isEmpty ? nil : .wall(height: boardHeight ?? 0)
  }

  /// The source of the views that set the world.
  func world(count: Int) throws -> BoardRecordings.World? {
    let given = floor.isEmpty ? wall : floor
    guard let first = given.first else { return nil }
    if given.count == 1, let time = Double(first), time >= 0, time.isFinite { return .time(time) }
    guard given.count == count else {
      throw Failure(
        code: .usage,
        message:
          "images of the board in its place: \(given.count), recordings: \(count); give one for each, "
          + "- where a camera doesn't see it, or a time in seconds")
    }
    return .files(given.map { $0 == "-" ? nil : $0.readablePath })
  }
}

/// A calibration by a board, from its input to its file.
struct BoardCalibrationRun {
  let arguments: BoardArguments
  var settings: BoardRecordings.Settings
  let target: OutputFile?

  func execute(_ specification: String) throws {
    do {
      try run(try CalibrationBoard(argument: specification))
    } catch let error as BoardError {
      throw Failure(error)
    }
  }

  private func run(_ board: CalibrationBoard) throws {
    Interruption.watch()
    let read = try VideoProgress.showing("searched", total: nil) { show in
      try BoardRecordings(settings, of: board).read(
        isCancelled: { Interruption.count > 0 }, onFrame: show)
    }
    guard Interruption.count == 0 else { throw ExitCode(Interruption.exitCode) }
    Terminal.warn(read.diagnostics)
    if read.recordings.count == 1 {
      try calibrateLens(read.recordings[0], board)
    } else {
      try calibrateRig(read, board)
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
  }

  private func calibrateLens(_ recording: BoardRecording, _ board: CalibrationBoard) throws {
    let lens = try LensCalibration(recording, of: board, radialCount: arguments.radialCount)
    let json = CameraFile(name: recording.name, color: lens.camera).json
    if target != nil {
      BoardTable.write(recording.name, lens.values, lens.sigmas, lens, to: .standardOutput)
    }
    try write(json)
    for doubt in lens.doubts { Terminal.warn(doubt.words(recording.name)) }
  }

  private func calibrateRig(
    _ read: BoardRecordings.Result, _ board: CalibrationBoard
  ) throws {
    let found = try BoardRigCalibration(
      read.recordings, of: board, placement: arguments.placement, tolerance: read.tolerance,
      radialCount: arguments.radialCount)
    var rig = found.rig
    for (index, member) in found.members.enumerated() {
      rig.cameras[index].sigma = member.sigma
    }
    let json = CameraRigFile.json(of: rig)
    if target != nil {
      CameraTable.write(rig, to: .standardOutput)
      Terminal.standardOutput.write("")
      for member in found.members {
        guard let lens = member.lens, let covariance = member.lensCovariance else { continue }
        let sigmas = (0..<9).map { covariance[10 * $0].squareRoot() }
        BoardTable.write(member.name, member.lensValues, sigmas, lens, to: .standardOutput)
      }
      Terminal.standardOutput.write("")
      BoardTable.write(found, to: .standardOutput)
    }
    try write(json)
    for member in found.members {
      for doubt in member.lens?.doubts ?? [] { Terminal.warn(doubt.words(member.name)) }
    }
    for doubt in found.doubts { Terminal.warn(doubt.words) }
  }

  private func write(_ json: String) throws {
    guard let target else {
      Terminal.standardOutput.writeRaw(json)
      return
    }
    try target.write(Array(json.utf8))
    Terminal.standardOutput.writeWritten([target.path])
  }
}

extension BoardRigCalibration.Member {
  /// One standard deviation of each of its numbers.
  var sigma: CameraRig.Sigma {
    let lens = lensCovariance.map { covariance in (0..<9).map { covariance[10 * $0].squareRoot() } }
    return CameraRig.Sigma(
      intrinsics: lens.map { Array($0[..<4]) },
      // The file has eight coefficients; the last three are 0 and known.
      distortion: lens.map { Array($0[4...]) + [0, 0, 0] },
      rotation: poseSigma?.rotation, position: poseSigma?.position)
  }
}

/// Tables of a calibration by a board.
enum BoardTable {
  /// A camera's intrinsics and lens with their sigmas.
  static func write(
    _ name: String, _ values: [Double], _ sigmas: [Double], _ lens: LensCalibration,
    to terminal: Terminal
  ) {
    let names = ["fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3"]
    terminal.write(
      name.safeOnOneLine
        + String(
          format: "   %d views, %d corners, reprojection %.2f px, %.0f %% of the image covered",
          lens.viewCount, lens.cornerCount, lens.reprojection, 100 * lens.coverage.share),
      style: .heading)
    for range in [0..<4, 4..<9] {
      // A coefficient that was left out has no sigma.
      let cells = range.filter { sigmas[$0] > 0 }.map { index in
        let format = index < 4 ? "%@ %.2f ± %.2f" : "%@ %.5f ± %.5f"
        return String(format: format, names[index], values[index], sigmas[index])
      }
      terminal.write("  " + cells.joined(separator: "   "))
    }
  }

  /// Each camera's pose sigmas and reprojection.
  static func write(_ found: BoardRigCalibration, to terminal: Terminal) {
    let rows = found.members.map { member in
      [
        member.name.safeOnOneLine, "\(member.frameCount)",
        String(format: "%.2f px", member.reprojection),
        member.angleSigma.map { String(format: "± %.3f°", $0 * 180 / .pi) } ?? "first",
        member.positionSigma.map { String(format: "± %.2f mm", $0 * 1000) } ?? "",
      ]
    }
    terminal.write(
      table: ["camera", "shared frames", "reprojection", "rotation", "position"], rows)
    terminal.write("± is one standard deviation.", style: .faint)
  }
}

import Foundation
import PoseAnalysis
import PoseImaging
import PoseMotion
import PoseMultiView

/// The calibration of cameras by the people whom they show, as a table for people.
enum CalibrationTable {
  static func write(_ found: RigCalibration, to terminal: Terminal) {
    CameraTable.write(found.rig, to: terminal)
    terminal.write("")
    let names = found.rig.cameras.map(\.name.safeOnOneLine)
    let width = max(8, (names.map(\.count).max() ?? 0) + 2)
    terminal.write(
      "camera".left(width) + "keypoints".right(10) + "reprojection".right(14) + "turn".right(12)
        + "place".right(12) + "clock".right(12), style: .faint)
    for (name, member) in zip(names, found.members) {
      var row = name.left(width) + "\(member.count)".right(10)
      row += String(format: "%.1f px", member.reprojection).right(14)
      row += (member.angleSigma.map { String(format: "± %.1f°", tableDegrees($0)) } ?? "first")
        .right(12)
      row += (member.positionSigma.map { String(format: "± %.0f mm", $0 * 1000) } ?? "").right(12)
      row += String(format: "%.4f s", member.clock.clock.offset).right(12)
      terminal.write(row)
    }
    terminal.write("")
    terminal.write(
      (["\(found.moments) moments"] + CameraTable.commonSigmas(of: found.rig)).joined(
        separator: "; "))
    terminal.write(
      "Turns and places are relative to the first camera; ± is one standard deviation.",
      style: .faint)
  }

  static func write(_ check: RigCheck, to terminal: Terminal) {
    let names = check.members.map(\.name.safeOnOneLine)
    let width = max(8, (names.map(\.count).max() ?? 0) + 2)
    terminal.write(
      "camera".left(width) + "turned".right(16) + "shifted".right(18) + "reprojection".right(14),
      style: .faint)
    for (name, member) in zip(names, check.members) {
      var row = name.left(width)
      row +=
        (member.turn.map {
          String(format: "%.2f° ± %.2f", tableDegrees($0.angle), tableDegrees($0.sigma))
        } ?? "–").right(16)
      row +=
        (member.shift.map { String(format: "%.0f mm ± %.0f", $0.distance * 1000, $0.sigma * 1000) }
        ?? "–").right(18)
      row += (member.reprojection.map { String(format: "%.1f px", $0) } ?? "–").right(14)
      row += member.hasMoved ? "   moved" : ""
      terminal.write(row)
    }
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

import PoseEvaluation
import Foundation
import Kinematics
import Pose3D

/// A report of the lifting benchmark as tables for people.
enum LiftTable {
  /// The summary first, then the parts.
  static func lines(of report: LiftingReport, perCase: Bool) -> [String] {
    var lines = summary(of: report)
    lines += joints(of: report)
    lines += groups("view", report.byView) + groups("sensor", report.bySensor)
    lines += angles(report.angles)
    if perCase { lines += cases(report.lifted) }
    return lines + leftOut(of: report)
  }

  // MARK: Summary

  private static func summary(of report: LiftingReport) -> [String] {
    let (overall, joints) = (report.overall, report.joints)
    let depth = report.benchmark.depth
    var lines: [String] = [
      "\(counted(overall.count))   2D: \(report.benchmark.keypoints.rawValue)   "
        + "depth: \(depth.rawValue)" + (report.benchmark.usesGravity ? "   gravity given" : ""),
      "",
      "joints".left(16) + millimetres(overall.mpjpe),
      "aligned".left(16) + millimetres(overall.paMpjpe),
      "elbows".left(16) + flexion(overall.elbow),
      "knees".left(16) + flexion(overall.knee),
    ]
    if let stature = overall.stature {
      let text = String(
        format: "%6.1f %%    bias %+.1f %%, measured in %@", 100 * stature.error,
        100 * stature.bias, counted(stature.count))
      lines.append("stature".left(16) + text)
    }
    lines.append("within ± sigma  " + coverage(joints))
    for source in [JointSource.depth, .lifted, .inferred] {
      let joints = report.source(source)
      guard joints.axisErrors > 0 else { continue }
      lines.append("  \(source.rawValue)".left(16) + coverage(joints))
    }
    if depth != .none && report.depthNotUsed > 0 {
      lines.append(
        "lifted without the depth map, which was unusable: \(report.depthNotUsed)")
    }
    if !report.notFound.isEmpty {
      lines.append("no person found: \(report.notFound.count)")
    }
    return lines + [""]
  }

  private static func millimetres(_ metres: Double?) -> String {
    metres.map { String(format: "%6.1f mm", 1000 * $0) } ?? "     –"
  }

  private static func flexion(_ errors: LiftingAccuracy.Flexion?) -> String {
    guard let errors else { return "     –" }
    return String(
      format: "%6.1f°     median %.1f°", degrees(errors.mean), degrees(errors.median))
  }

  private static func coverage(_ joints: JointAccuracy) -> String {
    guard let share = joints.sigmaCoverage, let two = joints.twoSigmaCoverage,
      let axes = joints.axisCoverage
    else { return "     –" }
    return String(
      format: "%6.1f %%    of %d errors; x %.0f, y %.0f, z %.0f; within 2 sigma %.1f %%",
      100 * share, joints.axisErrors, 100 * axes[0], 100 * axes[1], 100 * axes[2], 100 * two)
  }

  // MARK: Parts

  private static func joints(of report: LiftingReport) -> [String] {
    func row(_ name: String, _ joints: JointAccuracy) -> String {
      let error = joints.error.map { String(format: "%8.1f", 1000 * $0) } ?? "       –"
      let share = joints.sigmaCoverage.map { String(format: "%10.1f %%", 100 * $0) }
      let count = String(joints.count).right(8)
      return name.left(20) + count + error + (share ?? "         –")
    }
    let header = "joint".left(20) + "   count      mm   ± sigma"
    return [header] + Joint.allCases.map { row($0.name, report.joint($0)) }
      + [row("all visible", report.visible), row("all hidden", report.hidden), ""]
  }

  private static func groups(_ title: String, _ groups: [LiftingReport.Group]) -> [String] {
    let width = max(22, (groups.map(\.name.count).max() ?? 0) + 2)
    let header =
      title.left(width)
      + "frames      mm  aligned  elbow° (median)   knee° (median)  stature% (bias)"
    let rows = groups.map { name, accuracy -> String in
      let flexion = { (errors: LiftingAccuracy.Flexion?) in
        String(
          format: "%9.1f (%5.1f)", degrees(errors?.mean ?? .nan), degrees(errors?.median ?? .nan))
      }
      let stature =
        accuracy.stature.map {
          String(format: "%10.1f (%+.1f)", 100 * $0.error, 100 * $0.bias)
        } ?? ""
      let text =
        name.left(width)
        + String(
          format: "%6d%8.1f%9.1f", accuracy.count, 1000 * (accuracy.mpjpe ?? .nan),
          1000 * (accuracy.paMpjpe ?? .nan))
        + flexion(accuracy.elbow) + flexion(accuracy.knee) + stature
      return text
    }
    return rows.isEmpty ? [] : [header] + rows + [""]
  }

  private static func angles(_ angles: [AngleAccuracy]) -> [String] {
    guard !angles.isEmpty else { return [] }
    let header =
      "angle".left(28) + "with a value   mean°  median°    90 %  error/sigma  ± 1, 2 sigma"
    return [header]
      + angles.map { angle in
        let counts = "\(angle.measured) of \(angle.measurable)".right(12)
        guard let mean = angle.mean, let median = angle.median, let ninetieth = angle.ninetieth
        else { return (angle.name.left(28) + counts) }
        let ratio = angle.errorPerSigma.map { String(format: "%13.2f", $0) } ?? ""
        let text = String(
          format: "%8.1f%9.1f%8.1f", degrees(mean), degrees(median), degrees(ninetieth))
        let shares =
          angle.coverage.map { String(format: "%8.0f, %.0f %%", 100 * $0.one, 100 * $0.two) } ?? ""
        return angle.name.left(28) + counts + text + ratio + shares
      } + [""]
  }

  /// The frames, the worst first; of two that are as bad, in their order.
  private static func cases(_ cases: [LiftedCase]) -> [String] {
    let width = max(22, (cases.map(\.frame.name.count).max() ?? 0) + 2)
    let order = cases.enumerated().sorted {
      ($1.element.errors.mean, $0.offset) < ($0.element.errors.mean, $1.offset)
    }
    let header = "frame".left(width) + "     mm  aligned  elbow°   knee°  stature%"
    let mean = { (errors: [Double]) in errors.reduce(0, +) / Double(errors.count) }
    return [header]
      + order.map { _, lifted in
        let errors = lifted.errors
        let stature = lifted.statureError.map { String(format: "%+10.1f", 100 * $0) } ?? ""
        let text = String(
          format: "%7.1f%9.1f%8.1f%8.1f", 1000 * errors.mean, 1000 * errors.aligned,
          degrees(mean(errors.elbows)), degrees(mean(errors.knees)))
        return lifted.frame.name.left(width) + text + stature
      } + [""]
  }

  private static func leftOut(of report: LiftingReport) -> [String] {
    report.notFound.map { "\($0): no person was found" }
      + report.refused.map { "\($0.name) was refused: \($0.reason)" }
      + report.skipped.map { "\($0.name) was left out: \($0.reason)" }
  }

  // MARK: Text

  private static func counted(_ frames: Int) -> String {
    frames == 1 ? "1 frame" : "\(frames) frames"
  }

  private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}

extension String {
  /// With spaces after it, so many characters wide.
  fileprivate func left(_ width: Int) -> String { padding(width) { self + $0 } }

  /// With spaces before it, so many characters wide.
  fileprivate func right(_ width: Int) -> String { padding(width) { $0 + self } }

  private func padding(_ width: Int, _ joined: (String) -> String) -> String {
    joined(String(repeating: " ", count: max(0, width - count)))
  }
}

import PoseAnalysis
import Foundation
import Kinematics
import Pose3D

/// The evidence for every joint of a pose, as a table for people.
enum ExplanationTable {
  /// Writes the tables of all people; `depthFile` is the depth map's name, when there was one.
  static func write(_ people: [BodyPose], depthFile: String?, to terminal: Terminal) {
    for person in people {
      terminal.write("evidence for person \(person.id)", style: .heading)
      terminal.write("")
      terminal.write("depth    \(depth(person, file: depthFile))")
      terminal.write("height   \(height(person))")
      terminal.write("")
      if let evidence = person.evidence { writeJoints(person, evidence, to: terminal) }
      terminal.write("")
    }
    guard !people.isEmpty else { return }
    for line in legend { terminal.write(line, style: .faint) }
    terminal.write("")
  }

  // MARK: In words

  private static func depth(_ person: BodyPose, file: String?) -> String {
    let confirmed = Joint.allCases.count { person.evidence?[$0].depth?.verdict == .agrees }
    let joints = "\(confirmed) of \(Joint.allCases.count) joints lie where it shows them"
    let name = file ?? "the depth map"
    return switch person.depthUse {
    case .notGiven: "none: lifted from the keypoints and the prior"
    case .used: "\(name): used, \(joints)"
    case .relative: "\(name): used for shape, its unit is not known; \(joints)"
    default: "\(name): not used, it \(person.depthUse.refusal?.commandLineWords ?? "")"
    }
  }

  private static func height(_ person: BodyPose) -> String {
    switch person.heightEstimation {
    case .measured:
      String(
        format: "%.2f m ± %.2f, measured: %@", person.bodyHeight, person.bodyHeightSigma,
        person.depthUse == .used ? "the sum of the bones" : "in other images of the person")
    case .reference:
      String(
        format: "%.2f m ± %.2f, the reference: the body's size is unknown",
        person.bodyHeight, person.bodyHeightSigma)
    case .user: String(format: "%.2f m, given by --height", person.bodyHeight)
    }
  }

  private static let legend = [
    "2D: the keypoint, its confidence, and how far from it the joint is seen. Depth: the surface in",
    "front of the joint, how far behind it the joint was expected, ± as evidence, and how far it is",
    "off that place. Prior: ± across and along the viewing ray. Lengths without a unit are in mm.",
  ]

  // MARK: Joints

  /// The columns, 97 characters together: their widths, and whether they are set to the right.
  private static let columns: [(width: Int, isRight: Bool)] = [
    (15, false), (9, false), (4, true), (6, true),
    (7, true), (7, true), (5, true), (6, true), (2, false), (11, false),
    (5, true), (5, true), (5, true), (2, false), (8, false),
  ]
  private static let groups = [
    "", "2D", "", "", "depth", "", "", "", "", "", "prior", "", "joint",
  ]
  private static let titles = [
    "joint", "keypoint", "conf", "px", "m", "behind", "±", "off", "", "verdict", "±xy", "±z", "±",
    "",
    "source",
  ]

  private static func writeJoints(
    _ person: BodyPose, _ evidence: PerJoint<JointEvidence>, to terminal: Terminal
  ) {
    for header in [groups, titles] { terminal.write(row(header), style: .faint) }
    for joint in Joint.allCases {
      terminal.write(row(cells(of: joint, evidence[joint], person)))
    }
  }

  private static func cells(
    of joint: Joint, _ evidence: JointEvidence, _ person: BodyPose
  ) -> [String] {
    let (keypoint, reading) = (evidence.keypoint, evidence.depth?.reading)
    let number = { (format: String, value: Double?) in
      value.map { String(format: format, $0) } ?? ""
    }
    let millimetres = { (metres: Double?) in number("%.0f", metres.map { $0 * 1000 }) }
    return [
      joint.name, keypoint.use.rawValue, number("%.2f", keypoint.confidence),
      number("%.1f", keypoint.distance), number("%.3f", reading?.depth),
      millimetres(reading?.expectedOffset), millimetres(reading?.sigma),
      millimetres(reading?.residual), "", evidence.depth?.verdict.rawValue ?? "–",
      millimetres(evidence.prior?.lateralSigma), millimetres(evidence.prior?.depthSigma),
      millimetres(person.sigma(joint)), "", person.source(joint).rawValue,
    ]
  }

  private static func row(_ cells: [String]) -> String {
    let line = zip(cells, columns).map { cell, column in
      column.isRight ? cell.right(column.width) : cell.left(column.width)
    }.joined()
    return line.trimmed
  }
}

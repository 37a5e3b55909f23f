import PoseAnalysis
import Foundation
import PoseGeometry
import Kinematics
import Pose3D

/// Joints and angles as a table for people.
enum PoseTable {
  /// Writes the tables of all people, and what the floor or standing people show of the vertical.
  static func write(_ picture: PictureAnalysis, to terminal: Terminal) {
    writePeople(picture.people, to: terminal)
    writeLegend(of: picture.people, to: terminal)
    if let words = picture.frame.vertical.words ?? picture.vertical.postureWords {
      terminal.write(words + "\n")
    }
  }

  /// Writes the tables of all people.
  static func writePeople(_ people: [BodyPose], to terminal: Terminal) {
    for person in people {
      terminal.write(heading(person), style: .heading)
      terminal.write("")
      writeJoints(person, to: terminal)
      terminal.write("")
      writeAngles(person, to: terminal)
      terminal.write("")
    }
  }

  /// Says what the words in the tables mean; an empty line at the end.
  static func writeLegend(of people: [BodyPose], to terminal: Terminal) {
    for line in legend(of: people) { terminal.write(line, style: .faint) }
    if !people.isEmpty { terminal.write("") }
  }

  /// A stature and how it is known.
  static func height(_ stature: Stature) -> String {
    let metres = String(format: "%.2f m", stature.metres)
    return switch stature.estimation {
    case .reference: metres + " (assumed, not measured)"
    case .user: metres + " (given)"
    case .measured, nil: metres + (stature.sigma.map { String(format: " ± %.2f", $0) } ?? "")
    }
  }

  private static func heading(_ person: BodyPose) -> String {
    let height = height(person.body.stature)
    let angles = person.orientation
    let degrees = { (radians: Double) in Int((radians * 180 / .pi).rounded()) }
    let distance = person.cameraRelativePosition(.root).length
    return "person \(person.id)   height \(height)   "
      + String(format: "%.2f m ± %.2f from the camera   ", distance, person.distanceSigma)
      + "pitch \(degrees(angles.pitch))°  yaw \(degrees(angles.yaw))°  roll \(degrees(angles.roll))°"
      + (person.isMostlyUnseen
        ? "   \(person.unseenJoints.count) of \(Joint.allCases.count) joints not visible" : "")
  }

  /// Lines that explain the words in the tables.
  private static func legend(of people: [BodyPose]) -> [String] {
    guard !people.isEmpty else { return [] }
    let shown = people.flatMap { person in
      person.angles.filter { AngleDefinition.principalNames.contains($0.name) }
    }
    return [
      "Metres from the middle of the hips, in the body's directions. ± is one standard deviation.",
      "pitch, yaw, roll: how the body is turned; upright and facing the camera they are 0.",
    ] + JointSource.legend(of: people.flatMap { person in Joint.allCases.map(person.source) }) + [
      "angle: 0° when straight, the arm hanging.",
      "included: between the bones, 180° when straight; at the shoulder between arm and flank.",
    ] + JointAngle.Reason.legend(of: shown.compactMap(\.reason))
  }

  /// The name of the angle between the bones at the joint of a principal angle.
  private static func included(besides name: String) -> String {
    name.hasSuffix("ShoulderElevation")
      ? name.replacingOccurrences(of: "ShoulderElevation", with: "HipShoulderElbow")
      : name.replacingOccurrences(of: "Flexion", with: "Included")
  }

  private static func writeJoints(_ person: BodyPose, to terminal: Terminal) {
    terminal.write(
      "joint           x left    y up  z front     ± m  source      image px", style: .faint)
    for joint in Joint.allCases {
      let p = person.position(joint)
      let pixel = person.pixel(joint).map { String(format: "%7.1f %7.1f", $0.x, $0.y) } ?? ""
      // The root's sigma is that of its distance from the camera, which the heading has.
      let sigma =
        joint == .root ? "     –  " : String(format: "%6.3f  ", person.sigma(joint))
      terminal.write(
        joint.name.left(15)
          + String(
            format: "%7.3f %7.3f  %7.3f  ", tableMetres(p.x), tableMetres(p.y), tableMetres(p.z))
          + sigma
          + person.source(joint).rawValue.left(8) + pixel)
    }
  }

  /// One line a joint and side, both dialects beside each other.
  private static func writeAngles(_ person: BodyPose, to terminal: Terminal) {
    let angles = Dictionary(uniqueKeysWithValues: person.angles.map { ($0.name, $0) })
    terminal.write("angle                                   included", style: .faint)
    for name in AngleDefinition.principalNames {
      guard let angle = angles[name] else { continue }
      guard let value = angle.value, let sigma = angle.sigma, !angle.isUncertain else {
        let reason = angle.reason?.words ?? "uncertain by more than 45°"
        terminal.write(name.left(24) + "     –  (\(reason))")
        continue
      }
      let included = angles[included(besides: name)]?.value
      terminal.write(
        name.left(24)
          + String(format: "%6.1f° ± %4.1f", value * 180 / .pi, sigma * 180 / .pi)
          + (included.map { String(format: "%9.1f°", $0 * 180 / .pi) } ?? "        –"))
    }
  }
}

/// One person in several pictures as tables for people.
enum PersonTable {
  /// Writes the tables of a picture.
  static func write(_ picture: PictureAnalysis, named name: String, to terminal: Terminal) {
    terminal.write(name.safeOnOneLine, style: .heading)
    if picture.people.isEmpty {
      terminal.write("no person measured")
      terminal.write("")
    }
    PoseTable.writePeople(picture.people, to: terminal)
    if let words = picture.frame.vertical.words ?? picture.vertical.postureWords {
      terminal.write(words + "\n")
    }
  }

  /// Writes what the words in the tables mean, and the person's height and bones from all pictures.
  ///
  /// - Parameter given: how many pictures were given, those that couldn't be used among them.
  static func writeSummary(of person: PersonAnalysis, given: Int, to terminal: Terminal) {
    PoseTable.writeLegend(of: person.pictures.flatMap(\.people), to: terminal)
    guard let proportions = person.proportions else { return }
    terminal.write(
      "the person, in \(person.shownCount) of \(given) images   height "
        + PoseTable.height(proportions.stature), style: .heading)
    terminal.write("")
    terminal.write("bone               m     ± m", style: .faint)
    for (name, metres, sigma) in proportions.boneLengths {
      terminal.write(name.left(15) + String(format: "%6.3f  %6.3f", metres, sigma))
    }
    terminal.write("")
  }
}

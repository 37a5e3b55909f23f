import Foundation
import Pose3D
import PoseDrawing

/// The bodies and hands in a picture as a table for people.
enum DetectionTable {
  /// Writes the table of a picture, an empty line at its end.
  static func write(_ finds: PicturePoses, to terminal: Terminal) {
    terminal.write("\(finds.file)   \(finds.width) × \(finds.height)", style: .heading)
    if finds.people.isEmpty {
      terminal.write("no person found")
    } else {
      terminal.write(
        "person  confidence   box x, y, width, height px    points seen", style: .faint)
      for (index, person) in finds.people.enumerated() {
        terminal.write(row(person, number: person.id ?? index))
      }
    }
    if let hands = finds.hands { write(hands, to: terminal) }
    terminal.write("")
  }

  /// Writes a table of hands, a line each, with the fingers that each extends.
  static func write(_ hands: [HandPose], to terminal: Terminal) {
    guard !hands.isEmpty else {
      terminal.write("no hand found")
      return
    }
    terminal.write("hand    confidence    handedness   person   extended fingers", style: .faint)
    for hand in hands {
      terminal.write(
        (hand.chirality?.rawValue ?? "?").left(8)
          + String(format: "%10.2f   %11.2f   ", hand.confidence, hand.chiralityConfidence)
          + (hand.bodyID.map(String.init) ?? "–").left(9) + fingers(of: hand))
    }
  }

  /// Lines that explain the words in the tables of people and of hands.
  ///
  /// - Parameters:
  ///   - people: whether there is a table of people.
  ///   - hands: whether there is a table of hands.
  ///   - unclear: whether a finger of one is unclear.
  static func legend(people: Bool, hands: Bool, unclear: Bool) -> [String] {
    (people ? ["points seen: those of which the detector is sure; the box is around them."] : [])
      + (hands
        ? ["left and right are the person's own; handedness: how sure that is, 0 to 1."] : [])
      + (unclear ? ["A finger with a question mark may be extended or not."] : [])
  }

  private static func row(_ person: Pose2D, number: Int) -> String {
    let least = Wireframe.usualConfidence(for: person.convention)
    let seen = person.points.values.filter { $0.confidence >= least }
    let (xs, ys) = (seen.map(\.x), seen.map(\.y))
    var box = "–"
    if let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() {
      box = String(
        format: "%7.1f %7.1f %7.1f %7.1f", left, top, right - left, bottom - top)
    }
    return "\(number)".left(8) + String(format: "%10.2f   ", person.confidence)
      + box.left(31) + "   \(seen.count) of \(person.points.count)"
  }

  private static func fingers(of hand: HandPose) -> String {
    guard let extended = hand.extendedFingers, let unclear = hand.unclearFingers else {
      return "not known"
    }
    let names = Finger.allCases.filter(extended.union(unclear).contains)
      .map { $0.rawValue + (unclear.contains($0) ? "?" : "") }
    return count(hand.possibleFingerCounts)
      + (names.isEmpty ? "" : ": \(names.joined(separator: ", "))")
  }

  /// How many fingers are shown: "4", or "3 or 4", "3 to 5" if some are unclear.
  static func count(_ counts: ClosedRange<Int>?) -> String {
    guard let counts else { return "not known" }
    return switch counts.count {
    case 1: "\(counts.lowerBound)"
    case 2: "\(counts.lowerBound) or \(counts.upperBound)"
    default: "\(counts.lowerBound) to \(counts.upperBound)"
    }
  }
}

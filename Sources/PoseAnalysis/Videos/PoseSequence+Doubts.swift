internal import Foundation
internal import PoseDetection
internal import PoseGeometry
internal import PoseDocuments
internal import Kinematics
internal import PoseMotion

/// Doubts about the motion of people, as diagnostics.
extension PoseSequence {
  /// The share of a person's frames from which on the side that they face is a close call. The full
  /// model flips a real man on a beam in 34 to 38 of 100 frames of one view. With the motion of the
  /// other frames alone, he comes out the wrong way as easily as the right one.
  private static let maximumTurned = 0.2

  /// The sentences; empty if there is no doubt.
  ///
  /// - Parameter effort: how they were looked at, which the sentences say how to better.
  func doubts(after effort: DetectionEffort) -> [Diagnostic] {
    presenceDoubts + sideDoubts(after: effort) + groundingDoubts
  }

  /// The median confidence in a person below which it is doubtful that one is there. In 55 public videos it was 0.83 and
  /// more of 63 people, 0.63 and 0.73 of two who weren't there, and 0.37 to 0.70 of five of whom little was seen.
  private static let leastConfidence = 0.8

  /// The people of whom it is doubtful that they are there, as sentences.
  private var presenceDoubts: [Diagnostic] {
    people.compactMap { person in
      let confidences = person.states.indices.compactMap { frame in
        person.states[frame]?.observation.map { recording.frames[frame].people[$0].confidence }
      }
      guard let median = confidences.median, median < Self.leastConfidence else { return nil }
      return
        "person \(person.id): perhaps no person, or one of whom too little is seen: the median confidence is \(String(format: "%.2f", median)) in \(confidences.count) frames, where people who are seen well have 0.95 and more."
    }
  }

  /// The people whose feet can't stand still where they seem to, as sentences.
  var groundingDoubts: [Diagnostic] {
    people.filter { $0.grounding == .contradicted }.map { person in
      "person \(person.id): the feet don't stand still where they seem to rest, as on a treadmill or before a moving camera; contacts are listed, but change nothing"
    }
  }

  private func sideDoubts(after effort: DetectionEffort) -> [Diagnostic] {
    people.compactMap { person in
      let turned = Set(
        repairs.filter { $0.person == person.id && $0.kind == .swappedSides }.map(\.frame)
      ).count
      let frames = person.states.count { $0 != nil }
      guard Double(turned) >= Self.maximumTurned * Double(max(frames, 1)), turned > 2 else {
        return nil
      }
      let doubt: Diagnostic =
        "person \(person.id): left and right are uncertain: in \(turned) of \(frames) frames they were swapped against the others, and which are right is a close call."
      let remedy: Diagnostic =
        effort == .fast
        ? " The heavy model (\(setting: .effort) standard) errs less, and so does a view from another side."
        : " A view from another side errs less."
      return doubt + remedy
    }
  }
}

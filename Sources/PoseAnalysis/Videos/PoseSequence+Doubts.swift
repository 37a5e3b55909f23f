internal import PoseDetection
internal import PoseDocuments
internal import Kinematics
internal import PoseMotion

/// Doubts about the motion of people, as diagnostics.
extension PoseSequence {
  /// The share of a person's frames from which on the side that they face is a close call. The full
  /// model flips a real man on a beam in 34 to 38 of 100 frames of one view. With the motion of the
  /// other frames alone, he comes out the wrong way as easily as the right one.
  private static let maximumTurned = 0.2

  /// The sentences; empty if no person was often flipped.
  ///
  /// - Parameter effort: how they were looked at, which the sentences say how to better.
  func doubts(after effort: DetectionEffort) -> [Diagnostic] {
    sideDoubts(after: effort) + groundingDoubts
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

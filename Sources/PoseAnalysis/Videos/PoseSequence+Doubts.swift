internal import PoseDetection
internal import PoseDocuments
internal import Kinematics
internal import PoseMotion

/// What speaks against the motion of people, as diagnostics.
extension PoseSequence {
  /// From this share of a person's frames on it is a close call which of two ways they face. The full
  /// model takes a real man on a beam for turned round in 34 to 38 of 100 frames of one view: with the motion
  /// of the others alone he comes out the wrong way as easily as the right one.
  private static let mostTurned = 0.2

  /// The sentences; none where nobody was often seen turned round.
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
      guard Double(turned) >= Self.mostTurned * Double(max(frames, 1)), turned > 2 else {
        return nil
      }
      let doubt: Diagnostic =
        "person \(person.id): left and right are uncertain: in \(turned) of \(frames) frames they were exchanged against the others, and which are right is a close call."
      let remedy: Diagnostic =
        effort == .fast
        ? " The heavy model (\(setting: .effort) standard) errs less, and so does a view from another side."
        : " A view from another side errs less."
      return doubt + remedy
    }
  }
}

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

import Geometry
import Kinematics
internal import Pose3D

/// Tells what a person can't have done, or can't have done as an exercise.
struct RepetitionLimits {
  let person: PersonMotion
  let thresholds: LimitThresholds

  /// Repetitions, those that can't be with the reason why they don't count.
  ///
  /// - Parameter definition: the exercise; `nil` for an angle that isn't one's.
  func checked(_ repetitions: [Repetition], of definition: ExerciseDefinition?) -> [Repetition] {
    repetitions.map { repetition in
      guard repetition.isCounted, let reason = reason(repetition, definition) else {
        return repetition
      }
      var rejected = repetition
      (rejected.isCounted, rejected.reason) = (false, reason)
      return rejected
    }
  }

  private func reason(
    _ repetition: Repetition, _ definition: ExerciseDefinition?
  ) -> Repetition.Reason? {
    if repetition.rangeOfMotionSigma ?? 0 > AngleDefinition.largestSigma { return .uncertain }
    guard let definition else { return nil }
    let angle = AngleDefinition.named(repetition.angle)
    if repetition.peakVelocity > thresholds.fastest.radians
      || angle.doubt(of: repetition.angleAtTurn, sigma: nil) == .impossible
    {
      return .impossible
    }
    if definition.isSymmetric, abs(repetition.asymmetry ?? 0) > thresholds.sidesApart.value {
      return .sidesDiffer
    }
    return definition.isUpright && isTilted(repetition) ? .notUpright : nil
  }

  /// Whether the trunk is far from upright in more than a few of its frames.
  private func isTilted(_ repetition: Repetition) -> Bool {
    guard let up = person.world?.up else { return false }
    let leans = person.times.positions(from: repetition.start, to: repetition.end)
      .compactMap { frame -> Double? in
        guard let state = person.states[frame], !state.isFilled else { return nil }
        let trunk = state.body.positions[.centerShoulder] - state.body.positions[.root]
        return atan2(trunk.cross(up).length, trunk.dot(up))
      }
    let tilted = leans.count { $0 > thresholds.upright.radians }
    return Double(tilted) > thresholds.lastingShare.value * Double(leans.count)
  }
}

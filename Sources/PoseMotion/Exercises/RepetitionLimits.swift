import Kinematics
internal import Pose3D
import PoseGeometry
import PoseSystem

/// Tells what a person can't have done, or can't have done as an exercise.
struct RepetitionLimits {
  let person: PersonMotion
  let thresholds: LimitThresholds
  /// The margin of a limit within which the verdict is uncertain, as a share of the limit.
  var margin = ExerciseThresholds.standard.repetitions.margin.value

  /// Repetitions, those that can't be with the reason why they don't count.
  ///
  /// - Parameter definition: the exercise; `nil` for an angle that isn't one's.
  func checked(_ repetitions: [Repetition], of definition: ExerciseDefinition?) -> [Repetition] {
    repetitions.map { given in
      var repetition = given
      repetition.certainty *= certainty(given, definition)
      guard repetition.isCounted, let reason = reason(repetition, definition) else {
        return repetition
      }
      var rejected = repetition
      (rejected.isCounted, rejected.reason) = (false, reason)
      return rejected
    }
  }

  /// Returns the certainty that a repetition is within the limits.
  private func certainty(_ repetition: Repetition, _ definition: ExerciseDefinition?) -> Double {
    func limit(_ value: Double) -> SoftLimit { SoftLimit(limit: value, margin: margin) }
    var sound = limit(AngleDefinition.largestSigma).below(repetition.rangeOfMotionSigma ?? 0)
    if let sigma = repetition.rangeOfMotionSigma, sigma > 0 {
      sound *= min(repetition.rangeOfMotion / (thresholds.clearRange.value * sigma), 1)
    }
    guard let definition else { return sound }
    let angle = AngleDefinition.named(repetition.angle)
    guard angle.doubt(of: repetition.angleAtTurn, sigma: nil) != .impossible else { return 0 }
    return sound * limit(thresholds.fastest.radians).below(repetition.peakVelocity)
      * (definition.isSymmetric
        ? limit(thresholds.sidesApart.value).below(abs(repetition.asymmetry?.value ?? 0)) : 1)
      * (definition.isUpright
        ? limit(thresholds.lastingShare.value).below(tiltedShare(of: repetition)) : 1)
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
    if definition.isSymmetric, abs(repetition.asymmetry?.value ?? 0) > thresholds.sidesApart.value {
      return .sidesDiffer
    }
    return definition.isUpright && tiltedShare(of: repetition) > thresholds.lastingShare.value
      ? .notUpright : nil
  }

  /// The share of its frames in which the trunk is far from upright.
  private func tiltedShare(of repetition: Repetition) -> Double {
    guard let up = person.world?.up else { return 0 }
    let leans = person.times.positions(from: repetition.start, to: repetition.end)
      .compactMap { frame -> Double? in
        guard let state = person.states[frame], !state.isFilled else { return nil }
        let trunk = state.body.positions[.centerShoulder] - state.body.positions[.root]
        return atan2(trunk.cross(up).length, trunk.dot(up))
      }
    let tilted = leans.count { $0 > thresholds.upright.radians }
    return leans.isEmpty ? 0 : Double(tilted) / Double(leans.count)
  }
}

/// A limit that is passed little by little.
struct SoftLimit {
  let limit: Double
  /// As a share of the limit.
  let margin: Double

  /// Returns the degree to which a value is above the limit: 0.5 at it, 1 and 0 from the margin on,
  /// smooth in between.
  func above(_ value: Double) -> Double {
    limit > 0 ? Self.passed(by: value - limit, margin: margin * limit) : value >= limit ? 1 : 0
  }

  /// Returns the degree to which it is below.
  func below(_ value: Double) -> Double { 1 - above(value) }

  /// Returns the degree to which a limit is passed by a distance, which is negative before it.
  static func passed(by distance: Double, margin: Double) -> Double {
    guard margin > 0 else { return distance >= 0 ? 1 : 0 }
    let share = min(max(distance / (2 * margin) + 0.5, 0), 1)
    return share * share * (3 - 2 * share)
  }
}

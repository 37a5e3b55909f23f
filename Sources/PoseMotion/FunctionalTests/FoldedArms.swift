internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// Arms that are folded before the chest.
enum FoldedArms {
  /// Folded arms keep the wrists within this of the middle of the shoulders, in metres at 1.8 m of stature, and arms
  /// farther away than that are not folded. Chosen.
  private static let limits = (within: 0.35, beyond: 0.5)

  /// Metres from the middle of the shoulders to the farther wrist, the mean over some frames; `nil` if no frame has the
  /// person.
  static func reach(_ person: PersonMotion, _ frames: ClosedRange<Int>) -> Double? {
    let distances = frames.compactMap { frame -> Double? in
      guard let positions = person.states[frame]?.body.positions else { return nil }
      let middle = (positions[.leftShoulder] + positions[.rightShoulder]) / 2
      return max(
        (positions[.leftWrist] - middle).length, (positions[.rightWrist] - middle).length)
    }
    return distances.isEmpty ? nil : distances.mean
  }

  /// Whether arms of some reaches are folded all the time; `nil` if it can't be told.
  static func areFolded(_ reaches: [Double], stature: Double) -> Bool? {
    guard let reach = reaches.max().map({ $0 / (stature / 1.8) }) else { return nil }
    if reach <= limits.within { return true }
    return reach > limits.beyond ? false : nil
  }
}

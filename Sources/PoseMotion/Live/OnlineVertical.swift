internal import PoseSystem
package import Kinematics

/// The vertical in the frame of a live camera, from the people who stood before it in the last minute: what
/// `StandingVertical` finds in a whole recording.
package struct OnlineVertical: Sendable {
  /// The world with the vertical; `nil` until a person has stood for long enough.
  package private(set) var world: WorldAxes?

  private var leans: [(time: Double, lean: StandingVertical.Lean)] = []
  private var found: StandingVertical?
  private var lastTime: Double?

  // MARK: Numbers that were chosen

  /// Seconds that are remembered, and seconds from one frame that is to the next.
  private static let (memory, sampling) = (60.0, 0.1)
  /// The fewest frames, over half a second or more.
  private static let fewest = 6
  /// The time constant in seconds with which the world follows what is found, so that angles don't jump.
  private static let following = 0.5

  /// Nothing is known yet.
  package init() {}

  /// Takes what the people of a frame show.
  ///
  /// - Parameters:
  ///   - people: as they are shown in the frame.
  ///   - time: seconds, later than those before.
  package mutating func add(_ people: [OnlinePersonFilter], at time: Double) {
    let step = lastTime.map { time - $0 } ?? 0
    lastTime = time
    if leans.last.map({ time - $0.time >= Self.sampling - 1e-6 }) ?? true {
      let count = leans.count
      leans += people.compactMap { person in person.lean.map { (time, $0) } }
      let isLonger = leans.count > count
      leans.removeAll { time - $0.time > Self.memory }
      if isLonger, leans.count >= Self.fewest {
        found = StandingVertical(live: leans.map(\.lean))
      }
    }
    guard let target = found?.world else { return }
    let before = world ?? WorldAxes(cameraGravity: nil)
    let share = 1 - exp(-step / Self.following)
    func next(_ angle: KeyPath<WorldAxes, Double>) -> (value: Double, rest: Double) {
      let rest = (target[keyPath: angle] - before[keyPath: angle]) * (1 - share)
      return (target[keyPath: angle] - rest, rest)
    }
    let (pitch, roll) = (next(\.cameraPitch), next(\.cameraRoll))
    world = WorldAxes(
      cameraPitch: pitch.value, roll: roll.value,
      sigma: .init(
        pitch: hypot(target.tiltSigma.pitch, pitch.rest),
        roll: hypot(target.tiltSigma.roll, roll.rest)))
  }
}

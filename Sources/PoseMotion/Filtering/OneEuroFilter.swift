public import PoseGeometry

/// The One-Euro filter (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012) of a moving point: smooth when it
/// is slow, quick when it is fast. It looks only back.
///
/// The cut-off follows the speed of the point, not of each coordinate, so that the result doesn't hang
/// on how the axes lie.
public struct OneEuroFilter: Sendable {
  /// The cut-off at rest, in hertz.
  public let minimumCutoff: Double
  /// Hertz by which the cut-off rises with every metre a second.
  public let speedCoefficient: Double
  /// The cut-off for the velocity itself, in hertz.
  public let speedCutoff: Double

  private var state: State?

  private struct State {
    var time: Double
    var raw: Vector3
    var value: Vector3
    var velocity: Vector3
  }

  /// A filter that has seen nothing yet. The defaults are for a person's joints in metres at 30 frames
  /// a second: on motion capture with a detector's noise they take two thirds of the error of
  /// accelerations away and leave the positions where they are.
  public init(
    minimumCutoff: Double = 2, speedCoefficient: Double = 1.5, speedCutoff: Double = 1
  ) {
    precondition(minimumCutoff > 0 && speedCutoff > 0, "a cut-off of 0 Hz lets nothing pass")
    precondition(speedCoefficient >= 0, "a fast point would be smoothed more than a slow one")
    self.minimumCutoff = minimumCutoff
    self.speedCoefficient = speedCoefficient
    self.speedCutoff = speedCutoff
  }

  /// The filtered point; the first one passes unchanged.
  ///
  /// - Parameters:
  ///   - raw: the point as it was measured, in metres.
  ///   - time: seconds, later than those before.
  public mutating func filter(_ raw: Vector3, at time: Double) -> Vector3 {
    guard var state else {
      self.state = State(time: time, raw: raw, value: raw, velocity: .zero)
      return raw
    }
    precondition(time > state.time, "\(time) s is not after \(state.time) s")
    let rate = 1 / (time - state.time)
    let velocity = (raw - state.raw) * rate
    state.velocity += (velocity - state.velocity) * Self.share(speedCutoff, rate)
    let cutoff = minimumCutoff + speedCoefficient * state.velocity.length
    state.value += (raw - state.value) * Self.share(cutoff, rate)
    state.time = time
    state.raw = raw
    self.state = state
    return state.value
  }

  /// Forgets what it has seen: the next point passes unchanged.
  public mutating func reset() { state = nil }

  /// The share of the new number in a low-pass of order 1.
  private static func share(_ cutoff: Double, _ rate: Double) -> Double {
    1 / (1 + rate / (2 * .pi * cutoff))
  }
}

/// The One-Euro filter (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012) of four numbers at once, each
/// on its own: smooth when a number is slow, quick when it is fast. As MediaPipe has it: the speed
/// is that of the unfiltered numbers.
struct LandmarkFilter: Codable, Equatable {
  /// Hz, the cutoff at rest.
  let minimumCutoff: Double
  /// Hz by which the cutoff rises with a speed of 1 a second, after scaling.
  let speedCoefficient: Double
  /// Hz, the cutoff for the speed itself.
  let speedCutoff: Double

  private var state: State?

  private struct State: Codable, Equatable {
    var time: Double
    var raw: SIMD4<Double>
    var speed: SIMD4<Double>
    var value: SIMD4<Double>
  }

  init(minimumCutoff: Double, speedCoefficient: Double, speedCutoff: Double) {
    precondition(minimumCutoff > 0 && speedCutoff > 0, "a cutoff of 0 Hz lets nothing pass")
    self.minimumCutoff = minimumCutoff
    self.speedCoefficient = speedCoefficient
    self.speedCutoff = speedCutoff
  }

  /// The filtered numbers at a time in seconds, which must be later than the time before. The first
  /// ones pass unchanged.
  ///
  /// - Parameter scale: what a speed is multiplied by before it acts on the cutoff, so that it
  ///   doesn't depend on how large the person is in the picture.
  mutating func filter(
    _ raw: SIMD4<Double>, at time: Double, scale: Double
  ) -> SIMD4<Double> {
    guard var state else {
      self.state = State(time: time, raw: raw, speed: .zero, value: raw)
      return raw
    }
    precondition(time > state.time, "\(time) s is not after \(state.time) s")
    let rate = 1 / (time - state.time)
    let speed = (raw - state.raw) * scale * rate
    state.speed += (speed - state.speed) * Self.share(SIMD4(repeating: speedCutoff), rate)
    let pace = state.speed.replacing(with: -state.speed, where: state.speed .< 0)
    state.value +=
      (raw - state.value) * Self.share(minimumCutoff + speedCoefficient * pace, rate)
    state.time = time
    state.raw = raw
    self.state = state
    return state.value
  }

  /// The share of the new number in a first-order low-pass filter.
  private static func share(_ cutoff: SIMD4<Double>, _ rate: Double) -> SIMD4<Double> {
    1 / (1 + rate / (2 * Double.pi * cutoff))
  }
}

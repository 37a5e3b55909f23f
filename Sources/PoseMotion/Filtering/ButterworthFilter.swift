internal import PoseSystem
public import PoseGeometry

/// Butterworth's low-pass of order 2, run forwards and backwards: no lag, and order 4 together.
///
/// Each pass by itself has a higher cut-off, so that the result of both is down 3 dB at `cutoff`
/// (Winter 2009, Biomechanics and Motor Control of Human Movement, §2.2.4.4): tan(π·f/rate) of a pass
/// is that of the result over (√2 − 1)^¼ = 0.8022. Pose2Sim and Sports2D don't correct this: their
/// 6 Hz are what is 4.8 Hz here.
public struct ButterworthFilter: Sendable, Equatable {
  /// The frequency at which the result is down 3 dB, in hertz.
  public let cutoff: Double

  /// A filter with a cut-off in hertz, more than 0.
  public init(cutoff: Double) {
    precondition(cutoff > 0, "a cut-off of \(cutoff) Hz lets nothing pass")
    self.cutoff = cutoff
  }

  /// The samples without what is faster than the cut-off.
  ///
  /// Each run between missing samples is filtered by itself; so are the parts before and after a
  /// step of more than ten times the usual one. Times that are not evenly spaced are taken to an
  /// even grid of their median step by cubics, and back. A run is continued at its ends by its point
  /// reflections (nine samples; one less than it has, when it has fewer than ten). Where frames come
  /// at less than twice the cut-off nothing is faster than it, and nothing changes.
  ///
  /// - Parameters:
  ///   - samples: positions in any unit and frame; `nil` where there is none.
  ///   - times: seconds, rising, one for each sample.
  /// - Returns: as many samples, `nil` where they were.
  public func filtered(_ samples: [Vector3?], at times: [Double]) -> [Vector3?] {
    precondition(
      samples.count == times.count, "\(samples.count) samples at \(times.count) times")
    var result = samples
    for run in SampleRuns.of(times, isPresent: { samples[$0] != nil }) {
      let smooth = filtered(run: samples[run].compactMap { $0 }, at: Array(times[run]))
      for (index, sample) in zip(run, smooth) { result[index] = sample }
    }
    return result
  }

  private func filtered(run: [Vector3], at times: [Double]) -> [Vector3] {
    guard let first = times.first, let last = times.last, times.count > 1,
      let step = times.medianStep
    else { return run }
    let even = (last - first) / Double(times.count - 1)
    let isEven = times.indices.allSatisfy {
      abs(times[$0] - first - Double($0) * even) < Self.evenness * even
    }
    if isEven { return filtered(even: run, rate: 1 / even) }
    // Times of which most lie close together would make a grid without end.
    let steps = min((last - first) / step, Self.finest * Double(times.count))
    let count = Int(steps.rounded()) + 1
    let grid = (0..<count).map { first + (last - first) * Double($0) / Double(count - 1) }
    let rate = Double(count - 1) / (last - first)
    let smooth = filtered(
      even: CubicInterpolation(times: times, values: run).values(at: grid), rate: rate)
    return CubicInterpolation(times: grid, values: smooth).values(at: times)
  }

  /// The share of a step by which a time may be off an even grid and still count as on it.
  private static let evenness = 0.01
  /// The most steps of the even grid for one of the samples.
  private static let finest = 20.0
  /// Samples by which a run is continued at each end: three times the order plus one, as SciPy's
  /// `filtfilt` has it.
  private static let padding = 9

  private func filtered(even samples: [Vector3], rate: Double) -> [Vector3] {
    guard cutoff < rate / 2, let first = samples.first, let last = samples.last else {
      return samples
    }
    let padding = min(Self.padding, samples.count - 1)
    var values: [Vector3] = []
    values.reserveCapacity(samples.count + 2 * padding)
    for index in stride(from: padding, to: 0, by: -1) { values.append(2 * first - samples[index]) }
    values += samples
    for index in 0..<padding { values.append(2 * last - samples[samples.count - 2 - index]) }
    let pass = Section(frequency: tan(.pi * cutoff / rate) / pow(2.0.squareRoot() - 1, 0.25))
    pass.run(over: &values)
    values.reverse()
    pass.run(over: &values)
    values.reverse()
    return Array(values[padding..<padding + samples.count])
  }

  /// A section of order 2 with unit gain at rest: b₀·(1 + z⁻¹)² / (1 + a₁·z⁻¹ + a₂·z⁻²).
  private struct Section {
    let b0: Double
    let a1: Double
    let a2: Double

    /// The bilinear transform of Butterworth's; `frequency` is tan(π·cut-off/rate).
    init(frequency k: Double) {
      let norm = 1 / (1 + 2.0.squareRoot() * k + k * k)
      b0 = k * k * norm
      a1 = 2 * (k * k - 1) * norm
      a2 = (1 - 2.0.squareRoot() * k + k * k) * norm
    }

    /// Replaces values by filtered ones, as if the first had been there for ever.
    func run(over values: inout [Vector3]) {
      guard let first = values.first else { return }
      var second = first * (b0 - a2)
      var state = first * (2 * b0 - a1) + second
      for index in values.indices {
        let value = values[index]
        let output = value * b0 + state
        state = value * (2 * b0) - output * a1 + second
        second = value * b0 - output * a2
        values[index] = output
      }
    }
  }
}

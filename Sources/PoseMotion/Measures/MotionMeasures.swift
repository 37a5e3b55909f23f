public import Kinematics
import Pose3D
internal import PoseGeometry

/// The measures over a whole sequence of one person. Frames in which a gap was filled are left out
/// of all of them.
public struct MotionMeasures: Sendable, Equatable {
  /// A measure with what it was computed from.
  public struct Value: Sendable, Equatable {
    /// In its unit.
    public var value: Double
    /// One standard deviation; `nil` when unknown.
    public var sigma: Double?

    /// A value.
    public init(_ value: Double, sigma: Double? = nil) { (self.value, self.sigma) = (value, sigma) }
  }

  /// The range of an angle.
  public struct AngleRange: Sendable, Equatable {
    /// The angle in the catalogue.
    public var name: String
    /// The least value in radians, with the sigma of the frame that has it.
    public var minimum: Value
    /// The greatest value in radians, with the sigma of the frame that has it.
    public var maximum: Value
    /// Radians that 5 % of the frames don't exceed.
    public var percentile5: Double
    /// Radians that half of the frames don't exceed.
    public var median: Double
    /// Radians that 95 % of the frames don't exceed.
    public var percentile95: Double
    /// The frames that it was taken from: those in which the angle was measured, and nothing speaks
    /// against the value (`AngleDefinition.doubt(of:sigma:)`).
    public var frames: Int

    /// A range.
    public init(
      name: String, minimum: Value, maximum: Value, percentile5: Double, median: Double,
      percentile95: Double, frames: Int
    ) {
      self.name = name
      self.minimum = minimum
      self.maximum = maximum
      self.percentile5 = percentile5
      self.median = median
      self.percentile95 = percentile95
      self.frames = frames
    }
  }

  /// An angle that was measured, and whose range is not known all the same: something speaks against
  /// most of its values.
  public struct UndeterminedRange: Sendable, Equatable {
    /// The angle in the catalogue.
    public var name: String
    /// The most frequent doubt about them.
    public var reason: AngleDefinition.Doubt
    /// The number of doubtful frames.
    public var frames: Int

    /// An angle without a range.
    public init(name: String, reason: AngleDefinition.Doubt, frames: Int) {
      (self.name, self.reason, self.frames) = (name, reason, frames)
    }
  }

  /// The symmetry of an angle's motion on both sides.
  public struct Symmetry: Sendable, Equatable {
    /// The angle in the catalogue without its side, `elbowFlexion`.
    public var name: String
    /// The left's radians between the 5th and the 95th percentile of the frames in which both were
    /// measured.
    public var left: Value
    /// The right's.
    public var right: Value
    /// Left less right as a fraction of their mean, −2…2: 0 where both move as far. `nil` where both
    /// ranges together are no larger than noise of their sigmas, or rounding, makes them: neither side
    /// moves, then, as far as can be measured.
    public var asymmetry: Value?
    /// Radians: the mean of left less right over those frames.
    public var offset: Value
    /// Frames in which both were measured, and nothing speaks against either value.
    public var frames: Int
  }

  /// The motion of the centre of the hips over the ground.
  public struct Sway: Sendable, Equatable {
    /// Metres: the root mean square of the distance along the ground from where it would be in even
    /// motion (its place fitted by a straight line in time). Its sigma is the hips' own along one axis
    /// of the ground: noise adds to the value, so much at most where frames are independent.
    public var rootMeanSquare: Value
    /// Metres along the ground, from frame to frame. Noise adds to it in every frame.
    public var pathLength: Value
    /// Seconds from the first frame in which the hips were seen to the last.
    public var duration: Double
    /// Frames in which they were.
    public var frames: Int
  }

  /// The tempo of the repetitions that count.
  public struct Tempo: Sendable, Equatable {
    /// The number that count.
    public var repetitions: Int
    /// Seconds from start to end: the mean, with the standard error of a mean; `nil` of one.
    public var duration: Value
    /// The standard deviation of the durations as a fraction of their mean: 0 is perfectly regular.
    /// `nil` below three repetitions. Its sigma is that of a sample from a normal distribution.
    public var variation: Value?
    /// Seconds in all from start to end; the rests between don't count. Where the sides alternate, the
    /// time in which one of them works.
    public var timeUnderTension: Double
  }

  /// The ranges of the catalogue's angles that could be measured, in its order.
  public var ranges: [AngleRange] = []
  /// The angles whose range is not known though they were measured, in its order.
  public var undetermined: [UndeterminedRange] = []
  /// The angles of both sides that could be measured on both, in the catalogue's order.
  public var symmetry: [Symmetry] = []
  /// `nil` where up is unknown, or the person was seen for less than a second.
  public var sway: Sway?
  /// `nil` where no repetition counts.
  public var tempo: Tempo?

  /// The number of angles that are measured at a time.
  private static let batch = 12

  /// Nothing measured.
  public init() {}

  /// The measures of a person and of their repetitions.
  public init(of person: PersonMotion, repetitions: [Repetition]) {
    let catalogue = AngleDefinition.catalogue
    let frames = person.states.indices.filter { person.states[$0]?.isFilled == false }
    // Some angles at a time: one by one is slow, and all curves of a long video are large.
    var last: AngleCurve?
    for first in stride(from: 0, to: catalogue.count, by: Self.batch) {
      for curve in person.curves(of: Array(catalogue[first...].prefix(Self.batch))) {
        switch Self.range(of: curve, in: frames) {
        case .success(let range)?: ranges.append(range)
        case .failure(let none)?: undetermined.append(none.range)
        case nil: break
        }
        if let left = last, left.definition.name.hasPrefix("left"),
          curve.definition.name.hasPrefix("right"),
          let symmetry = Self.symmetry(of: left, and: curve, in: frames)
        {
          self.symmetry.append(symmetry)
        }
        last = curve
      }
    }
    sway = Self.sway(of: person, in: frames)
    tempo = Self.tempo(of: repetitions.filter(\.isCounted))
  }
}

// MARK: - What is measured

extension MotionMeasures {
  /// The reason why there is no range.
  package struct NoRange: Error {
    package let range: UndeterminedRange
  }

  /// The range of an angle over some frames, of those values that nothing speaks against, at least
  /// half of all; `nil` where there are no values.
  package static func range(
    of curve: AngleCurve, in frames: some Sequence<Int>
  ) -> Result<AngleRange, NoRange>? {
    var (sound, uncertain, impossible) = ([Int](), 0, 0)
    for frame in frames {
      guard let value = curve.values[frame] else { continue }
      switch curve.definition.doubt(of: value, sigma: curve.sigmas[frame]) {
      case nil: sound.append(frame)
      case .uncertain: uncertain += 1
      case .impossible: impossible += 1
      }
    }
    let doubtful = uncertain + impossible
    guard sound.count + doubtful > 0 else { return nil }
    guard sound.count >= doubtful else {
      return .failure(
        NoRange(
          range: UndeterminedRange(
            name: curve.definition.name,
            reason: uncertain >= impossible ? .uncertain : .impossible, frames: doubtful)))
    }
    sound.sort { (curve.values[$0]!, $0) < (curve.values[$1]!, $1) }
    let values = sound.map { curve.values[$0]! }
    return .success(
      AngleRange(
        name: curve.definition.name,
        minimum: Value(values[0], sigma: curve.sigmas[sound[0]]),
        maximum: Value(values[values.count - 1], sigma: curve.sigmas[sound[sound.count - 1]]),
        percentile5: percentile(0.05, of: values), median: percentile(0.5, of: values),
        percentile95: percentile(0.95, of: values), frames: values.count))
  }

  /// A percentile of sorted numbers, between the neighbours (type 7 of Hyndman & Fan 1996).
  private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
    let position = share * Double(sorted.count - 1)
    let index = min(Int(position), sorted.count - 1)
    let next = min(index + 1, sorted.count - 1)
    return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
  }

  private static func symmetry(
    of left: AngleCurve, and right: AngleCurve, in frames: [Int]
  ) -> Symmetry? {
    func isSound(_ curve: AngleCurve, _ frame: Int) -> Bool {
      curve.values[frame].map {
        curve.definition.doubt(of: $0, sigma: curve.sigmas[frame]) == nil
      } ?? false
    }
    let both = frames.filter { isSound(left, $0) && isSound(right, $0) }
    guard !both.isEmpty else { return nil }
    func span(of curve: AngleCurve) -> Value {
      let values = both.map { curve.values[$0]! }.sorted()
      let sigmas = both.compactMap { curve.sigmas[$0] }
      // A difference of two values, each with the sigma that values have.
      return Value(
        percentile(0.95, of: values) - percentile(0.05, of: values),
        sigma: sigmas.median.map { $0 * 2.0.squareRoot() })
    }
    let (a, b) = (span(of: left), span(of: right))
    let offsets = both.map { left.values[$0]! - right.values[$0]! }
    let offsetSigma = both.compactMap { frame in
      left.sigmas[frame].flatMap { a in
        right.sigmas[frame].map { (a * a + $0 * $0).squareRoot() }
      }
    }.median
    let name = left.definition.name.dropFirst("left".count)
    return Symmetry(
      name: name.prefix(1).lowercased() + name.dropFirst(), left: a, right: b,
      asymmetry: asymmetry(of: a, and: b),
      offset: Value(offsets.reduce(0, +) / Double(offsets.count), sigma: offsetSigma),
      frames: both.count)
  }

  /// From the 5th to the 95th percentile of a normal distribution, in its standard deviations.
  private static let noiseSpan = 3.29
  /// Ranges below this are rounding errors, in radians.
  private static let minimumSpan = 1e-6

  /// Left less right as a fraction of their mean; `nil` where that can't be told.
  private static func asymmetry(of left: Value, and right: Value) -> Value? {
    let sum = left.value + right.value
    let noise = ((left.sigma ?? 0) + (right.sigma ?? 0)) / 2.0.squareRoot() * noiseSpan
    return sum > max(noise, minimumSpan) ? .asymmetry(of: left, and: right) : nil
  }

  private static func sway(of person: PersonMotion, in frames: [Int]) -> Sway? {
    guard let up = person.world?.up, let first = frames.first, let last = frames.last,
      person.times[last] - person.times[first] >= 1
    else { return nil }
    let places = frames.map { frame in
      let place = person.states[frame]!.body.positions[.root]
      return place - up * place.dot(up)
    }
    let times = frames.map { person.times[$0] }
    let count = Double(frames.count)
    let middle = places.reduce(Vector3.zero, +) / count
    let midTime = times.reduce(0, +) / count
    let spread = times.reduce(0) { $0 + ($1 - midTime) * ($1 - midTime) }
    let drift =
      zip(times, places).reduce(Vector3.zero) { $0 + ($1.1 - middle) * ($1.0 - midTime) } / spread
    let squares = zip(times, places).reduce(0) { sum, sample in
      let off = sample.1 - middle - drift * (sample.0 - midTime)
      return sum + off.dot(off)
    }
    let path = zip(places, places.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    let rootMeanSquare = (squares / count).squareRoot()
    let sigmas = frames.compactMap { frame in
      person.states[frame].flatMap { swaySigma(of: $0.body, rootMeanSquare: rootMeanSquare) }
    }
    return Sway(
      rootMeanSquare: Value(rootMeanSquare, sigma: sigmas.median),
      pathLength: Value(path), duration: times[times.count - 1] - times[0], frames: frames.count)
  }

  /// One standard deviation of a sway, in metres. It combines the root's sigma across the viewing
  /// ray with the relative error of the distance, which makes all of the sway larger or smaller.
  /// `nil` if the body's is unknown.
  private static func swaySigma(of body: BodyEstimate, rootMeanSquare: Double) -> Double? {
    guard let root = body.covariances?[.root] else { return nil }
    let place = body.positions[.root]
    guard let along = place.normalized else { return root.sigma }
    let across = max(root.levelVariance(of: along) / 2, 0)
    let scale = max(along.dot(root * along), 0) / place.dot(place)
    return (across + scale * rootMeanSquare * rootMeanSquare).squareRoot()
  }

  private static func tempo(of repetitions: [Repetition]) -> Tempo? {
    guard !repetitions.isEmpty else { return nil }
    let durations = repetitions.map { $0.end - $0.start }
    let count = Double(durations.count)
    let mean = durations.reduce(0, +) / count
    let deviation =
      durations.count < 2
      ? nil
      : (durations.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
    var variation: Value?
    if let deviation, durations.count >= 3 {
      let value = deviation / mean
      // Vangel 1996, to first order.
      variation = Value(
        value, sigma: value * (0.5 / (count - 1) + value * value / count).squareRoot())
    }
    // Alternating sides overlap: the time is that of their union.
    var (tension, until) = (0.0, -Double.infinity)
    for repetition in repetitions.sorted(by: { $0.start < $1.start }) {
      tension += max(repetition.end - max(repetition.start, until), 0)
      until = max(until, repetition.end)
    }
    return Tempo(
      repetitions: repetitions.count,
      duration: Value(mean, sigma: deviation.map { $0 / count.squareRoot() }),
      variation: variation, timeUnderTension: tension)
  }
}

extension MotionMeasures.Value {
  /// Left less right as a fraction of their mean, with the sigma that both have if they err by
  /// themselves; `nil` where the mean isn't above 0.
  ///
  /// Of 2(a − b)/(a + b) the slopes are 4b/(a + b)² and −4a/(a + b)².
  static func asymmetry(of left: Self, and right: Self) -> Self? {
    let sum = left.value + right.value
    guard sum > 0 else { return nil }
    let sigma = left.sigma.flatMap { first in
      right.sigma.map { second in
        let slopes = (4 * right.value * first, 4 * left.value * second)
        return (slopes.0 * slopes.0 + slopes.1 * slopes.1).squareRoot() / (sum * sum)
      }
    }
    return Self(2 * (left.value - right.value) / sum, sigma: sigma)
  }
}

/// The centre of mass of a body.
enum CenterOfMass {
  /// The centre of mass, in the frame and the unit of the joints.
  ///
  /// The segments' masses as shares of the body's and the places of their centres: Winter 2009, table 4.1, with hands
  /// and feet on wrists and ankles.
  static func of(_ p: PerJoint<Vector3>) -> Vector3 {
    func along(_ from: Joint, _ to: Joint, _ share: Double) -> Vector3 {
      p[from] + (p[to] - p[from]) * share
    }
    var sum = p[.centerHead] * 0.081 + along(.root, .centerShoulder, 0.5) * 0.497
    for side: (Joint) -> Joint in [{ $0 }, \.mirrored] {
      sum += along(side(.leftHip), side(.leftKnee), 0.433) * 0.1
      sum += along(side(.leftKnee), side(.leftAnkle), 0.433) * 0.0465
      sum += p[side(.leftAnkle)] * 0.0145
      sum += along(side(.leftShoulder), side(.leftElbow), 0.436) * 0.028
      sum += along(side(.leftElbow), side(.leftWrist), 0.430) * 0.016
      sum += p[side(.leftWrist)] * 0.006
    }
    return sum
  }
}

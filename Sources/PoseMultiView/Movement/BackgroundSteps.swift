internal import PoseGeometry
internal import PoseSystem

/// Knocks and drift in the rotation of one camera by its background.
///
/// A knock is a difference between the medians of half a second before and after a moment that is larger
/// than all that happens elsewhere in the recording, and that lasts. What is left between knocks is drift,
/// if it is larger than the scatter of the medians.
struct BackgroundSteps {
  /// A rotation of the camera against the first image, at a time.
  struct Sample {
    var time: Double
    var vector: Vector3
  }

  /// A knock.
  struct Step {
    var time: Double
    var timeSigma: Double
    var rotation: Vector3
    var sigma: Vector3
  }

  private(set) var steps: [Step] = []
  /// The drift between the knocks: from, to, angle, sigma.
  private(set) var drift: (from: Double, to: Double, angle: Double, sigma: Double)?

  /// The length of what is compared before and after a moment, and what is left out around it while the
  /// camera still swings, in seconds; chosen.
  private static let window = (length: 0.5, gap: 0.1)
  /// The fewest images of a window.
  private static let fewest = 3
  /// The smallest angle of a knock, in radians: 0.05°, a quarter of a pixel of the images that are
  /// compared, far above what a camera that stands still shows (docs/research/calibration.md).
  private static let minimumKnock = 0.05 * Double.pi / 180
  /// A knock is so many times the quartile of all differences of windows: about 12 standard deviations.
  /// The quartile, for around a knock all differences are large, half of those in a recording of 1.5 s.
  private static let significance = 11.0
  /// The smallest drift, in radians: 0.15°.
  private static let minimumDrift = 0.15 * Double.pi / 180
  /// The systematic part of a knock's sigma: as a share of the angle, for focal lengths and distortion,
  /// and in radians, about x and y (0.015°) and about the optical axis (0.03°). On rendered and real videos
  /// the medians differ by a third of that where nothing moved (docs/research/calibration.md).
  private static let floor = (
    share: 0.01, axes: Vector3(0.015, 0.015, 0.03) * (Double.pi / 180)
  )
  /// The most knocks; a camera that is moved more often doesn't stand.
  private static let most = 8

  /// - Parameter samples: in the order of their times.
  init(_ samples: [Sample]) {
    guard samples.count > 2 * Self.fewest else { return }
    var borders = [0, samples.count]
    var found: [Int] = []
    let usual = Self.usualDifference(samples)
    while found.count < Self.most {
      let next = zip(borders, borders.dropFirst()).compactMap { from, to in
        Self.largest(samples, from..<to, least: max(Self.minimumKnock, Self.significance * usual))
      }.max { $0.size < $1.size }
      guard let next else { break }
      found.append(next.index)
      borders = (borders + [next.index]).sorted()
    }
    // What a later knock explains was none.
    while true {
      let bounds = [0] + found.sorted() + [samples.count]
      let all = zip(zip(bounds, bounds.dropFirst()), bounds.dropFirst(2)).map { pair, to in
        Self.step(samples, before: pair.0..<pair.1, after: pair.1..<to)
      }
      guard
        let weak = all.indices.min(by: { Self.weight(all[$0]) < Self.weight(all[$1]) }),
        Self.weight(all[weak]) < 1
      else {
        steps = all
        drift = Self.drift(samples, bounds)
        return
      }
      found = found.sorted()
      found.remove(at: weak)
    }
  }

  /// How far a step is beyond doubt: at least 1 is.
  private static func weight(_ step: Step) -> Double {
    let angle = step.rotation.length
    let axis = step.rotation.normalized ?? Vector3(1, 0, 0)
    return min(angle / minimumKnock, angle / (5 * (axis * step.sigma).length))
  }

  /// The rotation vectors' medians, component by component.
  private static func median(_ samples: ArraySlice<Sample>) -> Vector3? {
    guard let x = samples.map(\.vector.x).median, let y = samples.map(\.vector.y).median,
      let z = samples.map(\.vector.z).median
    else { return nil }
    return Vector3(x, y, z)
  }

  /// The difference of the windows after and before a sample; `nil` where one of them is too short.
  private static func difference(
    _ samples: [Sample], at index: Int, in range: Range<Int>
  ) -> Vector3? {
    let time = (samples[index].time + samples[max(index - 1, 0)].time) / 2
    var (first, last) = (index, index)
    while first > range.lowerBound, samples[first - 1].time > time - window.gap - window.length {
      first -= 1
    }
    while last < range.upperBound, samples[last].time < time + window.gap + window.length {
      last += 1
    }
    let before = samples[first..<index].filter { $0.time < time - window.gap }
    let after = samples[index..<last].filter { $0.time > time + window.gap }
    guard before.count >= fewest, after.count >= fewest, let a = median(before[...]),
      let b = median(after[...])
    else { return nil }
    return b - a
  }

  /// The quartile of the differences of windows, in radians.
  private static func usualDifference(_ samples: [Sample]) -> Double {
    let lengths = samples.indices.compactMap {
      difference(samples, at: $0, in: 0..<samples.count)?.length
    }.sorted()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 4]
  }

  private static func largest(
    _ samples: [Sample], _ range: Range<Int>, least: Double
  ) -> (index: Int, size: Double)? {
    let differences = range.compactMap { index in
      difference(samples, at: index, in: range).map { (index: index, vector: $0) }
    }
    guard let peak = differences.max(by: { $0.vector.length < $1.vector.length }),
      peak.vector.length > least
    else { return nil }
    // The differences are as large all over the gap: the sample at which half the way is gone.
    let axis = peak.vector.normalized ?? Vector3(1, 0, 0)
    let near = range.filter {
      abs(samples[$0].time - samples[peak.index].time) < window.gap + window.length
    }
    guard let first = near.first, let last = near.last else { return nil }
    let start = samples[first].vector
    let levels = near.map { (samples[$0].vector - start).dot(axis) }
    let (low, high) = (
      Array(levels.prefix(fewest)).median ?? 0, Array(levels.suffix(fewest)).median ?? 0
    )
    let middle = (low + high) / 2
    // The last crossing upwards that is nearest to the peak.
    let crossings = zip(near.dropFirst(), zip(levels, levels.dropFirst())).filter {
      $0.1.0 < middle && $0.1.1 >= middle
    }.map(\.0)
    let crossing =
      crossings.min { abs($0 - peak.index) < abs($1 - peak.index) } ?? peak.index
    guard crossing > range.lowerBound, crossing < range.upperBound, last > first else { return nil }
    return (crossing, peak.vector.length)
  }

  /// The medians of half seconds, at least.
  private static func blocks(_ samples: ArraySlice<Sample>) -> [Sample] {
    var blocks: [Sample] = []
    var start = samples.startIndex
    while start < samples.endIndex {
      var end = start
      while end < samples.endIndex, samples[end].time < samples[start].time + window.length {
        end += 1
      }
      if end - start >= fewest, let vector = median(samples[start..<end]) {
        let time = (samples[start].time + samples[end - 1].time) / 2
        blocks.append(Sample(time: time, vector: vector))
      }
      start = end
    }
    return blocks
  }

  /// The knock between two parts of the recording.
  private static func step(
    _ samples: [Sample], before: Range<Int>, after: Range<Int>
  ) -> Step {
    let moment = (samples[after.lowerBound - 1].time + samples[after.lowerBound].time) / 2
    let parts = [before, after].map { range in
      blocks(samples[range].filter { abs($0.time - moment) > window.gap }[...])
    }
    let ends = zip(parts, [before, after]).map { blocks, range in
      median(blocks[...]) ?? median(samples[range]) ?? .zero
    }
    var variance = Vector3.zero
    for (blocks, middle) in zip(parts, ends) where blocks.count > 1 {
      // The median of few numbers: its variance is 1.57 times the mean's.
      let sum = blocks.reduce(Vector3.zero) { $0 + ($1.vector - middle) * ($1.vector - middle) }
      let count = Double(blocks.count)
      variance += 1.57 * sum / ((count - 1) * count)
    }
    // Rotation vectors against the first image: the one after the other.
    let rotation = (Rotation(rotationVector: ends[1]) * Rotation(rotationVector: ends[0]).inverse)
      .rotationVector
    let share = floor.share * floor.share * rotation.dot(rotation)
    variance += floor.axes * floor.axes + Vector3(repeating: share)
    let sigma = Vector3(
      variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot())
    let frame = samples[after.lowerBound].time - samples[after.lowerBound - 1].time
    return Step(
      time: moment, timeSigma: duration(samples, after.lowerBound, frame), rotation: rotation,
      sigma: sigma)
  }

  /// One standard deviation of a knock's moment: that of one frame's length, or of the time from the
  /// first to the last image of the movement.
  private static func duration(_ samples: [Sample], _ index: Int, _ frame: Double) -> Double {
    let near = samples.indices.filter {
      abs(samples[$0].time - samples[index].time) < window.gap + window.length
    }
    guard let first = near.first, let last = near.last else { return frame }
    let way = samples[last].vector - samples[first].vector
    guard let axis = way.normalized else { return frame }
    let moving = near.filter {
      let share = (samples[$0].vector - samples[first].vector).dot(axis) / way.length
      return share > 0.1 && share < 0.9
    }
    let length = moving.last.map { samples[$0].time - samples[moving[0]].time } ?? 0
    // A moment that is anywhere in it: an even distribution.
    return (length + frame) / 12.0.squareRoot()
  }

  private static func drift(
    _ samples: [Sample], _ bounds: [Int]
  ) -> (from: Double, to: Double, angle: Double, sigma: Double)? {
    var worst: (from: Double, to: Double, angle: Double, sigma: Double)?
    for (from, to) in zip(bounds, bounds.dropFirst()) {
      let blocks = blocks(samples[from..<to])
      guard blocks.count > 3 else { continue }
      // The scatter is what neighbours differ by beyond the mean change.
      let changes = zip(blocks.dropFirst(), blocks).map { $0.vector - $1.vector }
      let mean = changes.reduce(Vector3.zero, +) / Double(changes.count)
      let scatter = (changes.map { ($0 - mean).length }.median ?? 0)
      for first in blocks.indices {
        for last in blocks.indices.dropFirst(first + 1) {
          let angle = (blocks[last].vector - blocks[first].vector).length
          guard angle > worst?.angle ?? minimumDrift, angle > 8 * scatter else { continue }
          let sigma = (scatter * scatter + floor.axes.dot(floor.axes)).squareRoot()
          worst = (blocks[first].time, blocks[last].time, angle, sigma)
        }
      }
    }
    return worst
  }
}

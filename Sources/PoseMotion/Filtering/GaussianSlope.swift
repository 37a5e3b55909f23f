internal import PoseGeometry
internal import PoseSystem

/// The slope of the line through the samples around one, by least squares with Gaussian weights.
enum GaussianSlope {
  /// Samples on either side of the middle within three standard deviations, beyond which every second, third … is
  /// taken: a slope needs no more.
  private static let samplesAside = 150

  /// The slope at a sample, per second; zero where there is one sample alone.
  ///
  /// - Parameter window: one standard deviation of the Gaussian in seconds; at least three quarters of the step to the
  ///   nearer neighbour are taken.
  static func slope(
    of samples: [Vector3], at times: [Double], _ index: Int, within window: Double
  ) -> Vector3 {
    let middle = times[index]
    let neighbours = [index - 1, index + 1].filter(times.indices.contains)
    let step = neighbours.map { abs(times[$0] - middle) }.min() ?? 0
    let width = max(window, 0.75 * step)
    // Compared before it is a whole number: times may lie as close together as numbers do.
    let aside = min(step > 0 ? 3 * width / step : 0, Double(times.count))
    let stride = max(1, Int(aside) / samplesAside)
    var (weight, time, square) = (0.0, 0.0, 0.0)
    var (sum, moment) = (Vector3.zero, Vector3.zero)
    func add(_ place: Int) {
      let t = times[place] - middle
      let w = exp(-t * t / (2 * width * width))
      weight += w
      time += w * t
      square += w * t * t
      sum += samples[place] * w
      moment += samples[place] * (w * t)
    }
    var place = index
    while place >= 0, middle - times[place] <= 3 * width { add(place); place -= stride }
    place = index + stride
    while place < times.count, times[place] - middle <= 3 * width { add(place); place += stride }
    let scale = weight * square - time * time
    guard scale > 0 else { return .zero }
    return (moment * weight - sum * time) / scale
  }
}

/// The slopes of samples at uneven times: of the parabola through each and its two neighbours, at the
/// ends through the last three; of the line where there are only two. Exact for parabolas.
enum ParabolaSlope {
  /// The slopes of at least two numbers.
  static func slopes(of values: [Double], at times: [Double]) -> [Double] {
    slopes(of: values.map { Vector3($0, 0, 0) }, at: times).map(\.x)
  }

  /// The slopes of at least two points.
  static func slopes(of values: [Vector3], at times: [Double]) -> [Vector3] {
    guard values.count > 2 else {
      let slope = (values[1] - values[0]) / (times[1] - times[0])
      return [slope, slope]
    }
    return values.indices.map { index in
      let middle = min(max(index, 1), values.count - 2)
      let (before, after) = (times[middle] - times[middle - 1], times[middle + 1] - times[middle])
      let (rise, fall) = (
        (values[middle] - values[middle - 1]) / before,
        (values[middle + 1] - values[middle]) / after
      )
      // Newton's form: the first slope, and the second difference times the distance from the middle
      // of the first step.
      let bend = (fall - rise) / (before + after)
      return rise + bend * (2 * (times[index] - times[middle]) + before)
    }
  }
}

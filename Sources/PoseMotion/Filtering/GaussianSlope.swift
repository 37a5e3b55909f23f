internal import PoseSystem
internal import PoseGeometry

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

internal import PoseGeometry

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

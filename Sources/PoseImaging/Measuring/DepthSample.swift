/// A depth map's value at a position: a reading, or the reason for its absence. An absent
/// measurement is ordinary data.
public enum DepthSample: Sendable, Equatable {
  /// A surface was found.
  case measured(Reading)
  /// None was.
  case missing(Reason)

  /// The nearest surface within the window.
  public struct Reading: Sendable, Equatable {
    /// The median of the surface's readings, in metres along the optical axis; of a ramp
    /// (`DepthWindow.longestRamp`) what its nearest pixel would be without the smoothing.
    public let depth: Double
    /// Half the distance between its 16th and 84th percentile, in metres: one standard deviation
    /// for a normal distribution. Of a ramp it is how far the depth was moved, and 2 % of it at least.
    public let spread: Double
    /// The number of readings on the surface.
    public let count: Int
    /// The surface's share of the window's pixels, 0…1.
    public let share: Double
  }

  /// The reason for a missing reading.
  public enum Reason: Sendable {
    /// The place is outside the map.
    case outsideMap
    /// The window holds fewer than two readings.
    case noReading
  }

  /// The reading; `nil` when there is none.
  public var reading: Reading? {
    guard case .measured(let reading) = self else { return nil }
    return reading
  }

  /// The depth in metres; `nil` when there is no reading.
  public var depth: Double? { reading?.depth }
}

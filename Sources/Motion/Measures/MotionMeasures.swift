/// What is measured over a whole sequence of one person.
public struct MotionMeasures: Sendable {
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
    /// Radians, with what each hangs on. Percentiles are those of the frames.
    public var minimum: Value
    public var maximum: Value
    public var percentile5: Double
    public var median: Double
    public var percentile95: Double
    /// Frames in which it was measured.
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

  /// The catalogue's angles that could be measured, in its order.
  public var ranges: [AngleRange] = []

  /// Nothing measured.
  public init() {}
}

/// The walking of a group of people, to compare a person's with.
///
/// Values are taken as normally distributed in the group: 95 % of it lie within ``reach`` standard deviations of the
/// mean.
public struct GaitReference: Sendable, Equatable {
  /// A quantity in the group.
  public struct Measure: Sendable, Equatable {
    /// The quantity, of both sides alike.
    public var quantity: GaitAnalysis.Quantity
    /// The mean of the group, in the quantity's unit.
    public var mean: Double
    /// The standard deviation between the people of the group, more than 0.
    public var deviation: Double

    /// A quantity in the group.
    public init(quantity: GaitAnalysis.Quantity, mean: Double, deviation: Double) {
      precondition(deviation > 0, "a standard deviation of \(deviation)")
      (self.quantity, self.mean, self.deviation) = (quantity, mean, deviation)
    }

    /// The position of a measured value relative to the group.
    public func position(of value: MotionMeasures.Value) -> Position {
      Position(of: value.value, sigma: value.sigma, mean: mean, deviation: deviation)
    }
  }

  /// An angle over a stride in the group.
  public struct Curve: Sendable, Equatable {
    /// The angle in the catalogue, without its side.
    public var angle: String
    /// Radians at 0 to 100 % of the stride, 101 values: the mean of the group.
    public var mean: [Double]
    /// Radians, 101 values: the standard deviation between the people of the group, more than 0.
    public var deviation: [Double]

    /// An angle over a stride from values at even distances from 0 to 100 %, at least two. Values between them are on
    /// straight lines.
    ///
    /// - Parameters:
    ///   - angle: the angle in the catalogue, without its side.
    ///   - mean: radians.
    ///   - deviation: radians, as many as `mean`.
    public init(angle: String, mean: [Double], deviation: [Double]) {
      precondition(mean.count > 1 && mean.count == deviation.count, "two values or more of each")
      precondition(deviation.allSatisfy { $0 > 0 }, "a standard deviation that isn't more than 0")
      self.angle = angle
      (self.mean, self.deviation) = (Self.resampled(mean), Self.resampled(deviation))
    }

    private static func resampled(_ values: [Double]) -> [Double] {
      (0...100).map { percent in
        let place = Double(percent) * Double(values.count - 1) / 100
        let before = min(Int(place), values.count - 2)
        return values[before] + (values[before + 1] - values[before]) * (place - Double(before))
      }
    }

    /// The positions of a measured curve relative to the group, at 0 to 100 % of the stride; `nil` where it was not
    /// measured.
    public func positions(of cycle: AngleCycle) -> [Position?] {
      cycle.mean.indices.map { place in
        cycle.mean[place].map {
          Position(
            of: $0, sigma: cycle.sigma[place], mean: mean[place], deviation: deviation[place])
        }
      }
    }

    /// The shares of the measured curve at each position, in the order of `Position.allCases`; `nil` if nothing was
    /// measured.
    public func shares(of cycle: AngleCycle) -> [Double]? {
      let positions = positions(of: cycle).compactMap { $0 }
      guard !positions.isEmpty else { return nil }
      return Position.allCases.map { position in
        Double(positions.count { $0 == position }) / Double(positions.count)
      }
    }
  }

  /// The position of a value relative to the range of 95 % of the group. The raw value is the word in files.
  public enum Position: String, CaseIterable, Sendable {
    /// The value is below the range.
    case below
    /// The value is in the range.
    case within
    /// The value is above the range.
    case above
    /// The measurement isn't certain enough to tell, or its sigma isn't known.
    case unclear

    /// The position of a value; unclear without a sigma.
    init(of value: Double, sigma: Double?, mean: Double, deviation: Double) {
      let (low, high) = (mean - reach * deviation, mean + reach * deviation)
      let margin = sigma.map { certainty * $0 } ?? .infinity
      self =
        if value + margin < low {
          .below
        } else if value - margin > high {
          .above
        } else if value - margin >= low && value + margin <= high {
          .within
        } else {
          .unclear
        }
    }
  }

  /// The standard deviations of a normal distribution within which 95 % of it lie.
  public static let reach = 1.96
  /// The sigmas of a measurement by which a value must be away from a limit of the range: 5 % of normally distributed
  /// errors are larger in that direction.
  public static let certainty = 1.645

  /// The group, in a few words.
  public var name: String
  /// The publication or the measurements that the values are from.
  public var source: String
  /// The quantities, each once.
  public var measures: [Measure]
  /// The angles, each once.
  public var curves: [Curve]

  /// The walking of a group of people.
  public init(name: String, source: String, measures: [Measure], curves: [Curve] = []) {
    (self.name, self.source, self.measures, self.curves) = (name, source, measures, curves)
  }

  /// A quantity in the group; `nil` if it isn't known.
  public func measure(_ quantity: GaitAnalysis.Quantity) -> Measure? {
    measures.first { $0.quantity == quantity }
  }

  /// The angle of a person's cycle, of either side; `nil` if it isn't known.
  public func curve(of cycle: AngleCycle) -> Curve? {
    curves.first { curve in
      GaitAnalysis.Side.allCases.contains { $0.angle(curve.angle) == cycle.name }
    }
  }
}

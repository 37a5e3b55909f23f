/// A camera's clock relative to that of the first one.
public struct ViewClock: Sendable, Equatable {
  /// The reading of the camera's clock when the first one's shows 0, in seconds.
  public var offset: Double
  /// Seconds of the camera's clock for each second of the first one's.
  public var rate: Double

  /// Clocks that run alike.
  public static let same = ViewClock(offset: 0, rate: 1)

  /// A clock.
  public init(offset: Double, rate: Double = 1) { (self.offset, self.rate) = (offset, rate) }

  /// The reading of the camera's clock at a time of the first one's.
  public func local(_ time: Double) -> Double { offset + rate * time }
}

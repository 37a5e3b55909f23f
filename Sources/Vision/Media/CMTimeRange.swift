/// A stretch of time (Core Media).
public struct CMTimeRange: Sendable, Hashable, Codable {
  /// The start.
  public var start: CMTime
  /// The duration.
  public var duration: CMTime

  /// A stretch from its beginning and length.
  public init(start: CMTime, duration: CMTime) { (self.start, self.duration) = (start, duration) }

  /// A stretch from its beginning and end.
  public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

  /// Nothing, at the beginning.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No stretch at all.
  public static let invalid = CMTimeRange(start: .invalid, duration: .invalid)

  /// The end.
  public var end: CMTime { start + duration }
  /// Whether it is a stretch.
  public var isValid: Bool { start.isValid && duration.isValid }
}

/// A stretch from its beginning and length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// A stretch from its beginning and end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

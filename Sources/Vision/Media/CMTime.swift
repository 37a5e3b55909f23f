internal import Foundation

/// A time as a fraction of integers (Core Media).
public struct CMTime: Sendable, Hashable, Comparable, Codable {
  /// The numerator.
  public var value: Int64
  /// The denominator: how many of them are a second.
  public var timescale: Int32
  private var isGiven: Bool

  /// A time from its numerator and denominator.
  public init(value: Int64, timescale: Int32) {
    (self.value, self.timescale, isGiven) = (value, timescale, timescale > 0)
  }

  /// A time from seconds, rounded to a timescale; invalid for seconds that are no number.
  public init(seconds: Double, preferredTimescale: Int32) {
    let value = (seconds * Double(preferredTimescale)).rounded()
    guard preferredTimescale > 0, abs(value) < 9e18 else {
      self = .invalid
      return
    }
    self.init(value: Int64(value), timescale: preferredTimescale)
  }

  private init() { (value, timescale, isGiven) = (0, 0, false) }

  /// The beginning.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time at all.
  public static let invalid = CMTime()

  /// Whether it is a time.
  public var isValid: Bool { isGiven }
  /// Whether it is a time with a number.
  public var isNumeric: Bool { isGiven }
  /// The seconds; not a number for no time.
  public var seconds: Double { isGiven ? Double(value) / Double(timescale) : .nan }

  /// Whether one is earlier.
  public static func < (a: CMTime, b: CMTime) -> Bool { a.seconds < b.seconds }

  /// One after the other.
  public static func + (a: CMTime, b: CMTime) -> CMTime { a.combined(with: b, sign: 1) }

  /// From one to the other.
  public static func - (a: CMTime, b: CMTime) -> CMTime { a.combined(with: b, sign: -1) }

  private func combined(with other: CMTime, sign: Int64) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    guard timescale != other.timescale else {
      return CMTime(value: value &+ sign &* other.value, timescale: timescale)
    }
    return CMTime(
      seconds: seconds + Double(sign) * other.seconds,
      preferredTimescale: max(timescale, other.timescale))
  }
}

/// A time from its numerator and denominator.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// A time from seconds, rounded to a timescale.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The seconds; not a number for no time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The beginning.
public let kCMTimeZero = CMTime.zero
/// No time at all.
public let kCMTimeInvalid = CMTime.invalid

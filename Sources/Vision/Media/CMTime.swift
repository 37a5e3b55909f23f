internal import Foundation

/// The numerator of a time (Core Media).
public typealias CMTimeValue = Int64
/// The denominator of a time (Core Media).
public typealias CMTimeScale = Int32

/// A time as a fraction of integers (Core Media).
///
/// Times that are as long are equal, whatever their denominators.
public struct CMTime: Sendable, Hashable, Comparable, Codable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: how many of them are a second.
  public var timescale: CMTimeScale
  private var kind: Kind

  private enum Kind: Int, Codable { case none, number, indefinite, infinity }

  /// A time from its numerator and denominator.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    (self.value, self.timescale) = (value, timescale)
    kind = timescale > 0 ? .number : .none
  }

  /// A time from seconds, rounded to a timescale; invalid for seconds that are no number.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    let value = (seconds * Double(preferredTimescale)).rounded()
    guard preferredTimescale > 0, abs(value) < 9e18 else {
      self = .invalid
      return
    }
    self.init(value: Int64(value), timescale: preferredTimescale)
  }

  private init(_ kind: Kind) { (value, timescale, self.kind) = (0, 0, kind) }

  /// The beginning.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// No time at all.
  public static let invalid = CMTime(.none)
  /// A time that isn't known, as the duration of what goes on.
  public static let indefinite = CMTime(.indefinite)
  /// Later than any other time.
  public static let positiveInfinity = CMTime(.infinity)

  /// Whether it is a time.
  public var isValid: Bool { kind != .none }
  /// Whether it is a time with a number.
  public var isNumeric: Bool { kind == .number }
  /// Whether it isn't known.
  public var isIndefinite: Bool { kind == .indefinite }
  /// Whether it is later than any other.
  public var isPositiveInfinity: Bool { kind == .infinity }
  /// The seconds; not a number for no time and one that isn't known.
  public var seconds: Double {
    switch kind {
    case .number: Double(value) / Double(timescale)
    case .infinity: .infinity
    case .none, .indefinite: .nan
    }
  }

  /// Whether both are the same time, or the same kind of none.
  public static func == (a: CMTime, b: CMTime) -> Bool {
    guard a.kind == .number, b.kind == .number else { return a.kind == b.kind }
    let left = a.value.multipliedFullWidth(by: Int64(b.timescale))
    let right = b.value.multipliedFullWidth(by: Int64(a.timescale))
    return left.high == right.high && left.low == right.low
  }

  /// Feeds what makes times equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    if kind == .number { hasher.combine(seconds) }
  }

  /// Whether one is earlier.
  public static func < (a: CMTime, b: CMTime) -> Bool { a.seconds < b.seconds }

  /// One after the other.
  public static func + (a: CMTime, b: CMTime) -> CMTime { a.combined(with: b, sign: 1) }

  /// From one to the other.
  public static func - (a: CMTime, b: CMTime) -> CMTime { a.combined(with: b, sign: -1) }

  private func combined(with other: CMTime, sign: Int64) -> CMTime {
    guard isValid, other.isValid else { return .invalid }
    guard isNumeric, other.isNumeric else {
      // What is left of all time after any is all of it; after all of it nothing is known.
      let isKnown = !isIndefinite && !other.isIndefinite && (sign > 0 || !other.isPositiveInfinity)
      return isKnown ? .positiveInfinity : .indefinite
    }
    guard timescale != other.timescale else {
      return CMTime(value: value &+ sign &* other.value, timescale: timescale)
    }
    // The least common multiple of both timescales, unless it is none itself (CMTimeAdd).
    let (own, others) = (Int64(timescale), Int64(other.timescale))
    let (step, otherStep) = (others / Self.divisor(own, others), own / Self.divisor(own, others))
    let (a, overflow) = value.multipliedReportingOverflow(by: step)
    let (b, otherOverflow) = (sign &* other.value).multipliedReportingOverflow(by: otherStep)
    let (sum, sumOverflow) = a.addingReportingOverflow(b)
    if let common = CMTimeScale(exactly: own * step), !overflow, !otherOverflow, !sumOverflow {
      return CMTime(value: sum, timescale: common)
    }
    return CMTime(
      seconds: seconds + Double(sign) * other.seconds,
      preferredTimescale: max(timescale, other.timescale))
  }

  /// The greatest common divisor of two timescales (Euclid).
  private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

/// A time from its numerator and denominator.
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// A time from seconds, rounded to a timescale.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: CMTimeScale) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The seconds; not a number for no time.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The beginning.
public let kCMTimeZero = CMTime.zero
/// No time at all.
public let kCMTimeInvalid = CMTime.invalid
/// A time that isn't known.
public let kCMTimeIndefinite = CMTime.indefinite
/// Later than any other time.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity

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

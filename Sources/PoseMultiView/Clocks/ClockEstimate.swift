public import PoseMotion

/// A camera's clock relative to the first one's, estimated from the movement.
public struct ClockEstimate: Sendable, Equatable {
  /// The reason why a clock is unknown.
  public enum Doubt: Sendable, Equatable {
    /// The view shows no person for long enough.
    case nobodySeen
    /// The people stand still.
    case nobodyMoves
    /// The first view, with which all are compared, shows no person who moves for long enough.
    case firstShowsNobody
    /// No offset makes the movements alike.
    case movementsDiffer
    /// Another offset, in seconds, fits nearly as well: the movement repeats itself.
    case ambiguous(other: Double)
    /// The offset that fits best leaves recordings that share only so many seconds.
    case shortOverlap(seconds: Double)
    /// By the speeds of the movement alone the clock is this one, with one standard deviation of its offset in
    /// seconds: a camera was moved.
    case posesContradict(ViewClock, offsetSigma: Double)
  }

  /// The clock that fits best; that of the first camera where none does.
  public var clock: ViewClock
  /// One standard deviation of the offset in seconds; `nil` where it isn't known.
  public var offsetSigma: Double?
  /// One standard deviation of the rate; `nil` where the recordings are too short to show it, and the rate is
  /// then 1.
  public var rateSigma: Double?
  /// The reason not to trust the clock; `nil` if there is none.
  public var doubt: Doubt?

  /// An estimate.
  public init(
    clock: ViewClock, offsetSigma: Double? = nil, rateSigma: Double? = nil, doubt: Doubt? = nil
  ) {
    self.clock = clock
    self.offsetSigma = offsetSigma
    self.rateSigma = rateSigma
    self.doubt = doubt
  }

  /// The clock that the others are measured against.
  static let first = ClockEstimate(clock: .same, offsetSigma: 0, rateSigma: 0)
}

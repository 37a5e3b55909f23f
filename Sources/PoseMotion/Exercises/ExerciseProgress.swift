/// A person's progress in an exercise at one moment.
public struct ExerciseProgress: Sendable, Equatable {
  /// A phase of the exercise. The raw value is the word that people read.
  public enum Phase: String, Sendable {
    /// Between repetitions.
    case rest
    /// The body, or the weight, goes down.
    case lowering
    /// It goes up.
    case lifting
    /// Away from the resting position, where that is neither up nor down.
    case out
    /// Back to it.
    case back
  }

  /// A repetition that was not counted.
  public struct Miss: Sendable, Equatable {
    /// The reason why it was not counted.
    public var reason: Repetition.Reason
    /// Its range as a share of what the person's counted repetitions reach; `nil` when none counts.
    public var share: Double?

    /// A miss.
    public init(reason: Repetition.Reason, share: Double?) {
      (self.reason, self.share) = (reason, share)
    }
  }

  /// The counted repetitions that are over.
  public var count: Int
  /// The current phase.
  public var phase: Phase
  /// The name of the angle that is followed; `nil` when there is no repetition to follow.
  public var angleName: String?
  /// Its value in radians; `nil` where it can't be measured.
  public var angle: Double?
  /// The angle's position between rest, 0, and the turn of this person's repetitions, 1, and never
  /// beyond either; `nil` if the angle is.
  public var fraction: Double?
  /// The repetition that was over, uncounted, less than a second ago.
  public var miss: Miss?

  /// A state from its parts.
  public init(
    count: Int, phase: Phase, angleName: String? = nil, angle: Double? = nil,
    fraction: Double? = nil, miss: Miss? = nil
  ) {
    self.count = count
    self.phase = phase
    self.angleName = angleName
    self.angle = angle
    self.fraction = fraction
    self.miss = miss
  }
}

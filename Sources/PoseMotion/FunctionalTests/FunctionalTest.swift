/// A test of function with a published protocol. The raw value is its word on the command line and in files.
public enum FunctionalTest: String, CaseIterable, Sendable {
  /// The time of five rises from a chair without the arms (Guralnik et al. 1994, J Gerontol 49:M85): from the first
  /// movement to standing for the fifth time.
  case fiveTimesSitToStand = "5xsts"
  /// The number of rises from a chair in 30 seconds without the arms (Jones, Rikli & Beam 1999, Res
  /// Q Exerc Sport 70:113). A rise that is more than half done at the end counts.
  case chairStand = "30s-chair-stand"
  /// The height of jumps from both feet: by the time of flight, and by how far the pelvis rises above standing.
  case jump
}

/// The result of a person's functional test.
public struct FunctionalTestResult: Sendable, Equatable {
  /// A result of the test. The raw value is the word in files.
  public enum Quantity: String, Sendable {
    /// Seconds of the whole test.
    case time
    /// Rises from the chair.
    case rises
    /// Seconds from takeoff to landing of the highest jump.
    case flightTime
    /// Metres: the highest jump by its time of flight, g t²/8.
    case flightHeight
    /// Metres: how far the pelvis rose above standing in that jump.
    case pelvisRise

    /// The unit of the values.
    public enum Unit: String, Sendable {
      case second, count, metre
    }

    /// The unit.
    public var unit: Unit {
      switch self {
      case .time, .flightTime: .second
      case .rises: .count
      case .flightHeight, .pelvisRise: .metre
      }
    }
  }

  /// The reason why a result has no value. The raw value is the word in files.
  public enum Missing: String, Sendable {
    /// Fewer than five rises.
    case tooFewRises
    /// The recording ends before the test does.
    case endNotSeen
    /// No jump with takeoff and landing.
    case noJump
    /// Too few frames a second for a time of flight.
    case frameRate
    /// The person doesn't stand still before the jump.
    case noStanding
    /// The vertical is unknown.
    case noVertical
  }

  /// A result.
  public struct Value: Sendable, Equatable {
    /// The measured quantity.
    public var quantity: Quantity
    /// The value with its sigma; `nil` for a reason.
    public var value: MotionMeasures.Value?
    /// The reason why there is no value.
    public var missing: Missing?
  }

  /// A requirement of the protocol. The raw value is the word in files.
  public enum Requirement: String, Sendable {
    /// The legs are straight after every rise.
    case standsFully
    /// The arms are folded before the chest.
    case armsFolded
    /// No pause of more than three seconds between rises.
    case withoutPause
    /// The two heights of a jump differ by as much as heels rise.
    case heightsAgree
  }

  /// Whether a requirement was met.
  public struct Finding: Sendable, Equatable {
    /// The requirement.
    public var requirement: Requirement
    /// Whether it was met; `nil` if it can't be told.
    public var isMet: Bool?
  }

  /// A rise or a jump.
  public struct Trial: Sendable, Equatable {
    /// Seconds: the first movement, or the takeoff.
    public var start: Double
    /// Seconds: standing, or the landing.
    public var end: Double
  }

  /// The test.
  public var test: FunctionalTest
  /// The results, in the order of their importance.
  public var values: [Value]
  /// The requirements of the protocol, and whether each was met.
  public var findings: [Finding]
  /// The rises or jumps in the order of time, also those after the end of the test.
  public var trials: [Trial]

  /// The test of a person.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - person: the person over time, smoothed, with contacts.
  public init(_ test: FunctionalTest, of person: PersonMotion) {
    switch test {
    case .fiveTimesSitToStand, .chairStand: self = ChairRises(of: person).result(test)
    case .jump: self = Jumps(of: person).result()
    }
  }

  init(_ test: FunctionalTest, values: [Value], findings: [Finding], trials: [Trial]) {
    (self.test, self.values, self.findings, self.trials) = (test, values, findings, trials)
  }

  /// A result by its quantity.
  public func value(_ quantity: Quantity) -> Value? { values.first { $0.quantity == quantity } }
}

/// A test of function with a published protocol. The raw value is its word on the command line and in files.
public enum FunctionalTest: String, CaseIterable, Sendable {
  /// The time of five rises from a chair without the arms (Guralnik et al. 1994, J Gerontol 49:M85): from the first
  /// movement to standing for the fifth time.
  case fiveTimesSitToStand = "5xsts"
  /// The number of rises from a chair in 30 seconds without the arms (Jones, Rikli & Beam 1999, Res
  /// Q Exerc Sport 70:113). A rise that is more than half done at the end counts.
  case chairStand = "30s-chair-stand"
  /// The time in which a person rises from a chair, walks 3 m, turns, walks back and sits down (Podsiadlo & Richardson
  /// 1991, J Am Geriatr Soc 39:142), with its phases.
  case timedUpAndGo = "tug"
  /// The time for which a person stands on each leg (Springer et al. 2007, J Geriatr Phys Ther 30:8).
  case singleLegStance = "single-leg-stance"
  /// Squats on one leg: depth, drop of the pelvis on the other side, and the knee seen from the front (Crossley et al.
  /// 2011, Am J Sports Med 39:866).
  case singleLegSquat = "single-leg-squat"
  /// The height of jumps from both feet: by the time of flight, and by how far the pelvis rises above standing.
  case jump
  /// The active range of motion of both shoulders: arms raised to the front and to the side (Norkin & White 2016).
  case shoulderROM = "shoulder-rom"
  /// The active range of motion of both hips while standing on the other leg: thigh raised to the front, to the side
  /// and to the back (Norkin & White 2016).
  case hipROM = "hip-rom"
  /// The time for which a person holds a plank, prone on hands or forearms and toes (Bohannon et al. 2018, J Bodyw Mov
  /// Ther 22:385).
  case plank
}

/// The result of a person's functional test.
public struct FunctionalTestResult: Sendable, Equatable {
  /// A result of the test. The raw value is the word in files.
  public enum Quantity: String, Sendable {
    /// Seconds of the whole test.
    case time
    /// Rises from the chair.
    case rises
    /// Seconds from the first movement to standing.
    case riseTime
    /// Seconds of walking away from the chair, of the turn, and of walking back.
    case walkOutTime, turnTime, walkBackTime
    /// Seconds of turning before the chair and sitting down.
    case sitTime
    /// Metres: how far the hips moved away from the chair.
    case distance
    /// Seconds of the longest stance on a leg.
    case leftStance, rightStance
    /// Radians: the largest flexion of the knee that is stood on.
    case leftSquatDepth, rightSquatDepth
    /// Radians: how far the pelvis drops on the other side, beyond its position when the stance begins.
    case leftPelvicDrop, rightPelvicDrop
    /// Radians: the knee that is stood on, seen from the front; positive towards the other leg.
    case leftKneeValgus, rightKneeValgus
    /// Radians: the arm raised to the front, and to the side, against the trunk.
    case leftShoulderFlexion, rightShoulderFlexion, leftShoulderAbduction, rightShoulderAbduction
    /// Radians: the thigh raised to the front, to the side and to the back, against the pelvis.
    case leftHipFlexion, rightHipFlexion, leftHipAbduction, rightHipAbduction
    case leftHipExtension, rightHipExtension
    /// Seconds from takeoff to landing of the highest jump.
    case flightTime
    /// Metres: the highest jump by its time of flight, g t²/8.
    case flightHeight
    /// Metres: how far the pelvis rose above standing in that jump.
    case pelvisRise

    /// The unit of the values.
    public enum Unit: String, Sendable {
      case second, count, metre, radian
    }

    /// The unit.
    public var unit: Unit {
      switch self {
      case .time, .flightTime, .riseTime, .walkOutTime, .turnTime, .walkBackTime, .sitTime,
        .leftStance, .rightStance:
        .second
      case .rises: .count
      case .flightHeight, .pelvisRise, .distance: .metre
      case .leftSquatDepth, .rightSquatDepth, .leftPelvicDrop, .rightPelvicDrop, .leftKneeValgus,
        .rightKneeValgus, .leftShoulderFlexion, .rightShoulderFlexion, .leftShoulderAbduction,
        .rightShoulderAbduction, .leftHipFlexion, .rightHipFlexion, .leftHipAbduction,
        .rightHipAbduction, .leftHipExtension, .rightHipExtension:
        .radian
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
    /// The person doesn't rise from a chair, walk away and sit down again.
    case noRoundTrip
    /// The turn wasn't seen: the feet and hips don't show where the person faces.
    case noTurn
    /// This side didn't do it.
    case notDone
    /// The posture wasn't held.
    case notHeld
    /// The camera's view doesn't show it.
    case viewUnfit
    /// The joints are too uncertain for it.
    case tooUncertain
    /// Most of the images show neither foot, and the test is done on the feet.
    case feetUnseen
  }

  /// A result.
  public struct Value: Sendable, Equatable {
    /// The measured quantity.
    public var quantity: Quantity
    /// The value with its sigma; `nil` for a reason.
    public var value: MotionMeasures.Value?
    /// The reason why there is no value.
    public var missing: Missing?
    /// What the value is at least, of a posture whose beginning or end isn't seen: what was seen of it, less
    /// two standard deviations if one of them was; `nil` for everything else.
    public var atLeast: Double? = nil
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
    /// The way to the turn is 3 m long.
    case walksThreeMetres
    /// The trunk stays upright.
    case trunkUpright
    /// The trunk and the thighs are in line.
    case bodyStraight
  }

  /// Whether a requirement was met.
  public struct Finding: Sendable, Equatable {
    /// The requirement.
    public var requirement: Requirement
    /// Whether it was met; `nil` if it can't be told.
    public var isMet: Bool?
  }

  /// A rise, a jump, a phase, a stance, a squat, a raised limb or a plank.
  public struct Trial: Sendable, Equatable {
    /// Seconds: the first movement, or the takeoff.
    public var start: Double
    /// Seconds: standing, or the landing.
    public var end: Double
    /// The leg that is stood on, or the limb that is raised; `nil` for a trial of both.
    public var side: GaitAnalysis.Side? = nil
    /// The quantity that the trial is the time of, of a test in phases.
    public var phase: Quantity? = nil
  }

  /// The test.
  public var test: FunctionalTest
  /// The results, in the order of their importance.
  public var values: [Value]
  /// The requirements of the protocol, and whether each was met.
  public var findings: [Finding]
  /// The trials in the order of time, also those after the end of the test.
  public var trials: [Trial]

  /// The test of a person.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - person: the person over time, smoothed, with contacts.
  public init(_ test: FunctionalTest, of person: PersonMotion) {
    switch test {
    case .fiveTimesSitToStand, .chairStand: self = ChairRises(of: person).result(test)
    case .timedUpAndGo: self = TimedUpAndGo(of: person).result()
    case .singleLegStance: self = SingleLegStances(of: person).result()
    case .singleLegSquat: self = SingleLegSquats(of: person).result()
    case .jump: self = Jumps(of: person).result()
    case .shoulderROM: self = ShoulderRaises(of: person).result()
    case .hipROM: self = HipRaises(of: person).result()
    case .plank: self = Planks(of: person).result()
    }
    guard test.needsFeet, person.hidesFeet else { return }
    // A foot that isn't seen was not left on the ground or lifted.
    for index in values.indices where values[index].missing.map(Self.undone.contains) ?? false {
      values[index].missing = .feetUnseen
    }
  }

  /// The reasons that state that something wasn't done.
  private static let undone: [Missing] = [.notDone, .noJump]

  init(_ test: FunctionalTest, values: [Value], findings: [Finding], trials: [Trial]) {
    (self.test, self.values, self.findings, self.trials) = (test, values, findings, trials)
  }

  /// A result by its quantity.
  public func value(_ quantity: Quantity) -> Value? { values.first { $0.quantity == quantity } }
}

extension FunctionalTest {
  /// Whether feet that rest on the ground or are lifted decide the test.
  fileprivate var needsFeet: Bool {
    switch self {
    case .singleLegStance, .singleLegSquat, .jump, .hipROM: true
    case .fiveTimesSitToStand, .chairStand, .timedUpAndGo, .shoulderROM, .plank: false
    }
  }

  /// A shorter stance on one leg, or plank, in seconds, is part of another movement; chosen.
  private static let shortestHold = 3.0
  /// A smaller bend of the leg that is stood on, in radians, is sway; chosen.
  private static let smallestSquat = 0.5
  /// A lower jump, in metres, is a hop; chosen.
  private static let lowestJump = 0.05

  /// The tests that a recording of a person shows, for a hint: those with a result that is no accident of another
  /// movement. Arms and legs are raised in most recordings, so that the two of their ranges of motion are none.
  ///
  /// - Parameters:
  ///   - person: the person over time, smoothed, with contacts.
  ///   - exercise: the exercise that was recognised or stated; `nil` for none.
  /// - Returns: the tests in the order of `allCases`.
  public static func shown(by person: PersonMotion, exercise: Exercise?) -> [FunctionalTest] {
    allCases.filter { test in
      switch test {
      case .fiveTimesSitToStand, .chairStand: return exercise == .sitToStand
      case .shoulderROM, .hipROM: return false
      case .timedUpAndGo:
        // With the turn: a chair and a way back from it alone are also seen where people come and go.
        return FunctionalTestResult(test, of: person).value(.turnTime)?.value != nil
      case .singleLegStance, .plank:
        return FunctionalTestResult(test, of: person).trials.contains {
          $0.end - $0.start >= shortestHold
        }
      case .singleLegSquat:
        return FunctionalTestResult(test, of: person)
          .exceeds(smallestSquat, in: [.leftSquatDepth, .rightSquatDepth])
      case .jump:
        return FunctionalTestResult(test, of: person)
          .exceeds(lowestJump, in: [.flightHeight, .pelvisRise])
      }
    }
  }
}

extension FunctionalTestResult {
  /// Whether one of some quantities is larger than a limit by at least its sigma.
  fileprivate func exceeds(_ limit: Double, in quantities: [Quantity]) -> Bool {
    quantities.contains { quantity in
      value(quantity)?.value.map { $0.value - ($0.sigma ?? 0) > limit } ?? false
    }
  }
}

extension FunctionalTest {
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

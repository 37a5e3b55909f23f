internal import Foundation

/// The wording of functional tests, in tables.
extension FunctionalTest {
  /// The name for people.
  package var title: String {
    switch self {
    case .fiveTimesSitToStand: "five times sit-to-stand"
    case .chairStand: "30-second chair stand"
    case .jump: "jump"
    }
  }
}

extension FunctionalTestResult.Value {
  /// The name for people.
  package var title: String {
    switch quantity {
    case .time: "time"
    case .rises: "rises"
    case .flightTime: "time of flight"
    case .flightHeight: "height by the time of flight"
    case .pelvisRise: "pelvis above standing"
    }
  }

  /// The value with its sigma and unit, or why there is none.
  package var text: String {
    guard let value else { return missing?.words ?? "not known" }
    let (digits, unit) =
      switch quantity.unit {
      case .second: (quantity == .time ? 1 : 2, " s")
      case .count: (0, "")
      case .metre: (2, " m")
      }
    let sigma = value.sigma.flatMap { sigma in
      quantity.unit == .count
        ? sigma > 0 ? " (or one fewer or more)" : nil
        : String(format: " ± %.\(digits)f", sigma)
    }
    return String(format: "%.\(digits)f", value.value) + (sigma ?? "") + unit
  }
}

extension FunctionalTestResult.Missing {
  /// The reason for people.
  package var words: String {
    switch self {
    case .tooFewRises: "fewer rises than the test has"
    case .endNotSeen: "the recording ends before the test"
    case .noJump: "no jump with takeoff and landing"
    case .frameRate: "needs 45 frames a second or more"
    case .noStanding: "the person doesn't stand still before"
    case .noVertical: "the vertical is unknown"
    }
  }
}

extension FunctionalTestResult.Finding {
  /// The requirement and whether it was met, for people.
  package var text: String {
    let name =
      switch requirement {
      case .standsFully: "legs straight after every rise"
      case .armsFolded: "arms folded before the chest"
      case .withoutPause: "no pause of more than 3 s"
      case .heightsAgree: "both heights agree"
      }
    return "\(name): \(isMet.map { $0 ? "yes" : "no" } ?? "can't be told")"
  }
}

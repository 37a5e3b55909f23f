internal import Foundation

/// The wording of functional tests, in tables.
extension FunctionalTest {
  /// The name for people.
  package var title: String {
    switch self {
    case .fiveTimesSitToStand: "five times sit-to-stand"
    case .chairStand: "30-second chair stand"
    case .timedUpAndGo: "timed up and go"
    case .singleLegStance: "single-leg stance"
    case .singleLegSquat: "single-leg squat"
    case .jump: "jump"
    case .shoulderROM: "range of motion of the shoulders"
    case .hipROM: "range of motion of the hips"
    case .plank: "plank"
    }
  }

  /// The trials in the plural, for people.
  package var trialsTitle: String {
    switch self {
    case .fiveTimesSitToStand, .chairStand: "rises"
    case .timedUpAndGo: "phases"
    case .singleLegStance: "stances"
    case .singleLegSquat: "squats"
    case .jump: "flights"
    case .shoulderROM, .hipROM: "raises"
    case .plank: "planks"
    }
  }
}

extension FunctionalTestResult.Trial {
  /// What the trial is, for people; `nil` in a test of one kind of trial.
  package var title: String? {
    phase.map { FunctionalTestResult.Value(quantity: $0, value: nil, missing: nil).title }
      ?? side?.rawValue
  }
}

extension FunctionalTestResult.Value {
  /// The name for people.
  package var title: String {
    switch quantity {
    case .time: "time"
    case .rises: "rises"
    case .riseTime: "rising"
    case .walkOutTime: "walking out"
    case .turnTime: "turning"
    case .walkBackTime: "walking back"
    case .sitTime: "turning and sitting down"
    case .distance: "distance of the turn"
    case .leftStance: "standing on the left leg"
    case .rightStance: "standing on the right leg"
    case .leftSquatDepth: "left knee's flexion"
    case .rightSquatDepth: "right knee's flexion"
    case .leftPelvicDrop: "pelvic drop on the left leg"
    case .rightPelvicDrop: "pelvic drop on the right leg"
    case .leftKneeValgus: "left knee's valgus from the front"
    case .rightKneeValgus: "right knee's valgus from the front"
    case .leftShoulderFlexion: "left arm to the front"
    case .rightShoulderFlexion: "right arm to the front"
    case .leftShoulderAbduction: "left arm to the side"
    case .rightShoulderAbduction: "right arm to the side"
    case .leftHipFlexion: "left thigh to the front"
    case .rightHipFlexion: "right thigh to the front"
    case .leftHipAbduction: "left thigh to the side"
    case .rightHipAbduction: "right thigh to the side"
    case .leftHipExtension: "left thigh to the back"
    case .rightHipExtension: "right thigh to the back"
    case .flightTime: "time of flight"
    case .flightHeight: "height by the time of flight"
    case .pelvisRise: "pelvis above standing"
    }
  }

  /// The value with its sigma and unit, or why there is none.
  package var text: String {
    guard let value else {
      if let atLeast {
        // Rounded up it would promise too much.
        let seconds = (10 * atLeast).rounded(.down) / 10
        return String(format: "at least %.1f s: its beginning or end isn't seen", seconds)
      }
      return missing?.words ?? "not known"
    }
    let (digits, unit) =
      switch quantity.unit {
      case .second: (quantity == .flightTime ? 2 : 1, " s")
      case .count: (0, "")
      case .metre: (2, " m")
      case .radian: (0, "°")
      }
    let scale = quantity.unit == .radian ? 180 / Double.pi : 1
    let sigma = value.sigma.flatMap { sigma in
      quantity.unit == .count
        ? sigma > 0 ? " (or one fewer or more)" : nil
        : String(format: " ± %.\(digits)f", sigma * scale)
    }
    return String(format: "%.\(digits)f", value.value * scale) + (sigma ?? "") + unit
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
    case .noRoundTrip: "the person doesn't rise from a chair, walk away and sit down again"
    case .noTurn: "no turn was seen"
    case .notDone: "not done with this side"
    case .notHeld: "the posture isn't held for a second"
    case .viewUnfit: "the camera's view doesn't show it"
    case .tooUncertain: "the joints are too uncertain for it"
    case .feetUnseen: "most images don't show the feet"
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
      case .walksThreeMetres: "turns at a distance of 3 m"
      case .trunkUpright: "trunk upright"
      case .bodyStraight: "body straight"
      }
    return "\(name): \(isMet.map { $0 ? "yes" : "no" } ?? "can't be told")"
  }
}

internal import Foundation

/// The wording of postures at work, in tables and on pages.
extension ErgonomicMethod {
  /// The name for people.
  package var title: String {
    switch self {
    case .reba: "REBA"
    case .rula: "RULA"
    }
  }

  /// The meaning of one of its action levels, as the papers have it.
  package func title(of level: ActionLevel) -> String {
    switch (self, level.number) {
    case (.reba, 0): "negligible risk"
    case (.reba, 1): "low risk"
    case (.reba, 2): "medium risk"
    case (.reba, 3): "high risk"
    case (.reba, _): "very high risk"
    case (.rula, 1): "acceptable"
    case (.rula, 2): "investigate further"
    case (.rula, 3): "change soon"
    case (.rula, _): "change now"
    }
  }
}

extension ErgonomicMethod.ActionLevel {
  /// The scores: `1`, `4–7`.
  package var scoreText: String {
    scores.count == 1 ? "\(scores.lowerBound)" : "\(scores.lowerBound)–\(scores.upperBound)"
  }
}

extension ErgonomicPart {
  /// The name for people.
  package var title: String {
    switch self {
    case .neck: "neck"
    case .trunk: "trunk"
    case .legs: "legs"
    case .upperArm: "upper arms"
    case .lowerArm: "lower arms"
    case .wrist: "wrists"
    }
  }
}

extension ErgonomicAssessment {
  /// What parts add to the score, as far as it shows in a decimal.
  package var shownContributions: [Contribution] {
    contributions.filter { $0.points.value >= 0.05 }
  }
}

extension ErgonomicAssessment.Contribution {
  /// `trunk 1.2 ± 0.3`
  package var text: String {
    "\(part.title) " + String(format: "%.1f", points.value)
      + (points.sigma.map { String(format: " ± %.1f", $0) } ?? "")
  }
}

extension WorkConditions.Input {
  /// The name for people.
  package var title: String {
    switch self {
    case .load: "load"
    case .coupling: "grip"
    case .activity: "activity"
    case .wrist: "wrists"
    case .arms: "raised or supported arms"
    case .neckTwist: "twist of the neck"
    case .legs: "standing or sitting"
    }
  }
}

extension ErgonomicAssessment.Missing {
  /// The reason for people.
  package var words: String {
    switch self {
    case .person: "the person isn't measured"
    case .trunk: "the trunk's inclination isn't measured"
    case .neck: "the neck isn't measured"
    case .arms: "no arm is measured"
    }
  }
}

extension ErgonomicAssessment.Angle.Name {
  /// The name for people.
  package var title: String {
    switch self {
    case .trunkFlexion: "trunk forward"
    case .trunkBend: "trunk sideways"
    case .trunkTwist: "trunk twist"
    case .neckFlexion: "neck forward"
    case .neckBend: "neck sideways"
    case .leftUpperArm: "left upper arm"
    case .rightUpperArm: "right upper arm"
    case .leftAbduction: "left arm abducted"
    case .rightAbduction: "right arm abducted"
    case .leftLowerArm: "left elbow"
    case .rightLowerArm: "right elbow"
    case .leftKnee: "left knee"
    case .rightKnee: "right knee"
    }
  }
}

extension ErgonomicAssessment.Angle {
  /// The angle with its sigma, `left knee 84° ± 7`.
  package var text: String {
    let degrees = { (radians: Double) -> Double in
      let rounded = (radians * 180 / .pi).rounded()
      return rounded == 0 ? 0 : rounded
    }
    return "\(name.title) " + String(format: "%.0f°", degrees(value))
      + (sigma.map { $0 > 0 ? String(format: " ± %.0f", degrees($0)) : "" } ?? "")
  }
}

extension ErgonomicAssessment.Bounds<ScoreDistribution> {
  /// The expected scores with their spreads: `4.2 ± 0.8 to 9.1 ± 1.0`, or one where both are alike.
  package var text: String {
    let words = { (score: ScoreDistribution) in
      String(format: "%.1f", score.mean)
        + (score.sigma.map { String(format: " ± %.1f", $0) } ?? "")
    }
    return lowest == highest ? words(lowest) : "\(words(lowest)) to \(words(highest))"
  }
}

extension ErgonomicAssessment.Bounds<Int> {
  /// The scores: `4 to 9`, or one where both are alike.
  package var text: String { lowest == highest ? "\(lowest)" : "\(lowest) to \(highest)" }
}

extension MotionMeasures.Value {
  /// The share in percent with its sigma: `12 ± 3 %`.
  package var percentText: String {
    String(format: "%.0f", value * 100)
      + (sigma.map { $0 >= 0.005 ? String(format: " ± %.0f", $0 * 100) : "" } ?? "") + " %"
  }
}

extension ErgonomicAssessment.Bounds<MotionMeasures.Value> {
  /// The shares in percent: `12 ± 3 % to 40 ± 5 %`, or one where both are alike.
  package var percentText: String {
    let (low, high) = (lowest.percentText, highest.percentText)
    return low == high ? low : "\(low) to \(high)"
  }
}

extension ErgonomicAssessment {
  /// What is assessed, as a sentence without a full stop.
  package var coverage: String {
    let percent = { (share: Double) in String(format: "%.0f %%", share * 100) }
    let time = duration > 0 ? String(format: " of %.1f s", duration) : ""
    let reasons = missing.map { "\($0.reason.words): \(percent($0.share))" }
    return "assessed: \(percent(assessedShare))\(time), both sides \(percent(bothSidesShare))"
      + (reasons.isEmpty ? "" : " (" + reasons.joined(separator: "; ") + ")")
  }

  /// The assessed time that is a share of it, `2.2 ± 0.3 s`; the share itself for a single frame.
  package func timeText(_ share: MotionMeasures.Value) -> String {
    guard duration > 0 else { return share.percentText }
    let time = duration * assessedShare
    return String(format: "%.1f", share.value * time)
      + (share.sigma.map { $0 * time >= 0.05 ? String(format: " ± %.1f", $0 * time) : "" } ?? "")
      + " s"
  }

  /// The assessed times that are shares of it: `0.9 ± 0.2 s to 2.2 ± 0.3 s`, or one where both are alike.
  package func reachedText(_ share: Bounds<MotionMeasures.Value>) -> String {
    let (low, high) = (timeText(share.lowest), timeText(share.highest))
    return low == high ? low : "\(low) to \(high)"
  }

  /// The sentence that every result carries.
  package static let disclaimer =
    "An aid for looking at postures: neither a medical nor a legal assessment of a workplace."
}

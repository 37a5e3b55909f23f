internal import Foundation

extension SessionSummary {
  /// What the values of measures are: `Means over the repetitions`.
  package var valuesWords: String {
    repetitions == 0 ? "Values of the whole session" : "Means over the \(cycleWord)s"
  }
}

/// The wording of comparisons, in tables and on pages.
extension SessionComparison {
  /// The rows that a table for people has: repetitions, and angles that move by 20° or more; where none does,
  /// the angles of a posture.
  package var shownRows: [Row] {
    let moving = movingRows
    return moving.isEmpty ? rows.filter { $0.name.hasSuffix(".maximum") } : moving
  }

  private var movingRows: [Row] {
    rows.filter { row in
      guard let dot = row.name.lastIndex(of: ".") else { return true }
      let range = rows.first { $0.name == row.name[..<dot] + ".range" }
      let least = 20 * Double.pi / 180
      return range.map { max($0.before.value, $0.after.value) >= least } ?? false
    }
  }

  /// The names of angles whose curves are worth a look: those of `shownRows`.
  package var shownAngles: [String] {
    let moving = before.measures.filter {
      $0.name.hasSuffix(".range") && $0.values.mean >= 20 * .pi / 180
    }
    return moving.map { String($0.name.dropLast(".range".count)) }
  }

  /// The differences between the sessions' conditions, as sentences.
  package var conditionSentences: [String] {
    differences.map { condition in
      switch condition {
      case .exercise:
        "The exercises differ (\(Self.title(of: before)) and \(Self.title(of: after))): measures of "
          + "repetitions don't mean the same."
      case .view:
        "The person faces the camera differently (\(Self.degrees(before.facing)) and "
          + "\(Self.degrees(after.facing))): errors of the view don't cancel."
      case .distance:
        "The camera is at another distance (\(Self.metres(before.distance)) and "
          + "\(Self.metres(after.distance))): errors of the view don't cancel."
      case .person:
        "The limbs' proportions differ as those of two people do: check that both sessions show the same "
          + "person."
      case .fewRepetitions:
        "With fewer than three \(before.cycleWord)s only large changes can be told."
      case .sameRecording:
        "Both sessions are the same recording: all values are equal."
      }
    }
  }

  /// The assumption about errors that cancel, as a sentence.
  package var assumption: String {
    switch pairing {
    case .sides where before.isGait:
      "Errors of the left and the right side are taken to be independent, but for that of the person's height and of the strikes that steps of both share."
    case .sessions where before.isGait && !differences.contains(.person):
      "Only the error of the person's height is taken to cancel. That both sessions show the same person is up to you."
    case .sides: "Errors of the left and the right side are taken to be independent."
    case .sessions where residualShare < 1:
      String(
        format:
          "Exercise, view and distance are alike: %.0f %% of each sigma are taken to remain in a difference."
          + " That both sessions show the same person is up to you.",
        residualShare * 100)
    case .sessions: "No error is taken to cancel between the sessions."
    }
  }

  /// A session's summary: `squat, 5 repetitions, 2.9 m from the camera, turned by 12° from it`.
  package static func summary(of session: SessionSummary) -> String {
    var parts = [title(of: session)]
    parts.append(
      "\(session.repetitions) \(session.cycleWord)\(session.repetitions == 1 ? "" : "s")")
    if session.distance != nil { parts.append("\(metres(session.distance)) from the camera") }
    if session.facing != nil { parts.append("turned by \(degrees(session.facing)) from it") }
    return parts.joined(separator: ", ")
  }

  private static func title(of session: SessionSummary) -> String {
    session.exercise.map { Exercise(rawValue: $0)?.title ?? AngleWords($0).text } ?? "no exercise"
  }

  private static func degrees(_ value: MotionMeasures.Value?) -> String {
    text(value, scale: 180 / .pi, digits: 0, "°")
  }

  private static func metres(_ value: MotionMeasures.Value?) -> String {
    text(value, scale: 1, digits: 1, " m")
  }

  private static func text(
    _ value: MotionMeasures.Value?, scale: Double, digits: Int, _ unit: String
  ) -> String {
    guard let value else { return "unknown" }
    let sigma = value.sigma.map { String(format: " ± %.\(digits)f", $0 * scale) } ?? ""
    return String(format: "%.\(digits)f", value.value * scale) + sigma + unit
  }
}

extension SessionComparison.Row {
  /// `left knee flexion, greatest`.
  package var title: String {
    guard let dot = name.lastIndex(of: ".") else {
      return name == "rangeOfMotion"
        ? "range of motion"
        : GaitAnalysis.Quantity.title(ofMeasure: name) ?? AngleWords(name).text
    }
    let kind =
      switch name[name.index(after: dot)...] {
      case "maximum": "greatest"
      case "minimum": "least"
      default: "range"
      }
    return "\(AngleWords(String(name[..<dot])).text), \(kind)"
  }

  /// A value in the row's unit with its sigma, `98 ± 4°`; without a sigma the value alone.
  package func text(_ value: MotionMeasures.Value, signed: Bool = false) -> String {
    let (scale, digits, unit): (Double, Int, String) =
      switch self.unit {
      case .radian: (180 / .pi, 0, "°")
      case .radianPerSecond: (180 / .pi, 0, "°/s")
      case .second: (1, 2, " s")
      case .metre: (1, 2, " m")
      case .metrePerSecond: (1, 2, " m/s")
      case .perMinute: (1, 0, " steps/min")
      case .fraction: (100, 0, " %")
      }
    let factor = digits == 0 ? 1.0 : 100
    let rounded = (value.value * scale * factor).rounded() / factor
    // What rounds to 0 has no sign.
    let number = String(
      format: signed && rounded != 0 ? "%+.\(digits)f" : "%.\(digits)f", rounded == 0 ? 0 : rounded)
    let sigma = value.sigma.map { String(format: " ± %.\(digits)f", $0 * scale) } ?? ""
    return number + sigma + unit
  }

  /// The minimal detectable change in the row's unit.
  package var limitText: String {
    minimalDetectableChange.map { text(MotionMeasures.Value($0)) } ?? "unknown"
  }
}

extension MotionMeasures.Value {
  /// The verdict on a difference of two sides: 95 % confidence by its sigma, or 2 sigmas.
  package var sideVerdict: SessionComparison.Verdict {
    guard let sigma else { return .unknown }
    return abs(value) > 2 * sigma ? .changed : .noChangeShown
  }
}

extension SessionComparison.Verdict {
  /// The verdict in words.
  package var words: String {
    switch self {
    case .changed: "changed"
    case .noChangeShown: "no change shown"
    case .unknown: "can't be told"
    }
  }

  /// The same of two sides.
  package var sideWords: String {
    switch self {
    case .changed: "different"
    case .noChangeShown: "no difference shown"
    case .unknown: "can't be told"
    }
  }
}

internal import Foundation

/// The wording of gait's quantities, in tables and on pages.
extension GaitAnalysis.Quantity {
  /// The name for people.
  package var title: String {
    switch self {
    case .cadence: "cadence"
    case .speed: "speed"
    case .strideTime: "stride time"
    case .stepTime: "step time"
    case .stanceShare: "stance"
    case .swingShare: "swing"
    case .doubleSupportShare: "double support"
    case .flightShare: "flight"
    case .strideLength: "stride length"
    case .stepLength: "step length"
    case .stepWidth: "step width"
    case .footProgression: "foot progression"
    case .strideTimeVariation: "variation of stride time"
    }
  }

  /// The name for people of a measure that is named by the quantity, and by the side where it has one: `leftStepLength`;
  /// `nil` for another name.
  static func title(ofMeasure name: String) -> String? {
    for quantity in allCases {
      if name == quantity.rawValue { return quantity.title }
      for side in GaitAnalysis.Side.allCases where name == side.angle(quantity.rawValue) {
        return "\(side.rawValue) \(quantity.title)"
      }
    }
    return nil
  }

  private var format: (scale: Double, digits: Int, unit: String) {
    switch unit {
    case .perMinute: (1, 0, " steps/min")
    case .metrePerSecond: (1, 2, " m/s")
    case .second: (1, 2, " s")
    case .fraction: (100, 0, " %")
    case .metre: (1, 2, " m")
    case .radian: (180 / .pi, 0, "°")
    }
  }

  /// A value with its sigma and unit, `1.09 ± 0.02 s`.
  package func text(_ value: MotionMeasures.Value) -> String {
    let (scale, digits, unit) = format
    let sigma = value.sigma.map { String(format: " ± %.\(digits)f", $0 * scale) } ?? ""
    return String(format: "%.\(digits)f", value.value * scale) + sigma + unit
  }

  /// A range with its unit, `1.19 to 1.55 m`.
  func text(from low: Double, to high: Double) -> String {
    let (scale, digits, unit) = format
    return String(format: "%.\(digits)f to %.\(digits)f", low * scale, high * scale) + unit
  }

  /// A spread with its unit.
  package func text(deviation: Double) -> String {
    let (scale, digits, unit) = format
    return String(format: "%.\(digits)f", deviation * scale) + unit
  }
}

extension GaitReference {
  /// What a table has about a quantity, where the group has it.
  ///
  /// - Parameter measures: the person's, both sides' where there are two.
  /// - Returns: the range of 95 % of the group, `1.19 to 1.55 m`, and the person's position, `left below, right within`;
  ///   `nil` if the group doesn't have the quantity.
  package func texts(of measures: [GaitAnalysis.Measure]) -> (range: String, position: String)? {
    guard let quantity = measures.first?.quantity, let group = measure(quantity) else { return nil }
    let positions = measures.map { measure in measure.value.map { group.position(of: $0) } }
    let words =
      Set(positions).count == 1
      ? positions[0]?.rawValue ?? ""
      : zip(measures, positions).compactMap { measure, position in
        position.map { "\(measure.side?.rawValue ?? "") \($0.rawValue)" }
      }.joined(separator: ", ")
    return (
      quantity.text(
        from: group.mean - Self.reach * group.deviation,
        to: group.mean + Self.reach * group.deviation), words
    )
  }

  /// The meaning of the range and the positions, a sentence.
  package var sentence: String {
    "Reference: the range of 95 % of \(name) (\(source)). Below, above and within: 95 % certain by the measurement's sigma."
  }
}

extension GaitAnalysis {
  /// The walk or run of a person who does no exercise: feet strike the ground in exercises, too. `nil` for another person.
  package init?(
    of person: PersonMotion, in sequence: PoseSequence, besides exercise: ExerciseAnalysis
  ) {
    guard exercise.exercise == nil else { return nil }
    self.init(of: person, in: sequence)
    let walks = passes.contains { pass in
      pass.events.count { $0.kind == .footStrike } >= Self.leastStrikes
    }
    guard walks else { return nil }
  }

  /// Foot strikes in a straight line from which on people walk, and don't step aside.
  private static let leastStrikes = 4

  /// A sentence: `Walking: cadence 104 ± 1 steps/min, speed 1.32 ± 0.08 m/s.`
  package var sentence: String {
    let known = [Quantity.cadence, .speed].compactMap { quantity in
      measure(quantity)?.value.map { "\(quantity.title) \(quantity.text($0))" }
    }
    return (isRun ? "Running" : "Walking")
      + (known.isEmpty ? "" : ": \(known.joined(separator: ", "))") + "."
  }
}

extension GaitAnalysis.Measure {
  /// The value in words: `0.69 ± 0.03 m`, or why there is none.
  package var text: String {
    value.map(quantity.text) ?? missing?.words ?? "not known"
  }
}

extension GaitAnalysis {
  /// What the person does, for titles: `walking` or `running`.
  package var title: String { isRun ? "running" : "walking" }

  /// The measures of each quantity in the order of a table, left before right, but for those that the person's gait doesn't
  /// have.
  package var rows: [(quantity: Quantity, measures: [Measure])] {
    Quantity.allCases.compactMap { quantity in
      let own = measures.filter { $0.quantity == quantity }
      let isNone = own.allSatisfy { $0.missing == .walking || $0.missing == .running }
      return isNone ? nil : (quantity, own)
    }
  }
}

extension GaitAnalysis.Asymmetry {
  /// The asymmetry for people with the verdict, `+2 ± 8 %: no difference shown`.
  package var text: String { "\(percentage): \(value.sideVerdict.sideWords)" }

  private var percentage: String {
    // Rounded first: "-0" would be a side.
    let percent = (value.value * 100).rounded()
    let sigma = value.sigma.map { String(format: " ± %.0f", $0 * 100) } ?? ""
    return (percent == 0 ? "0" : String(format: "%+.0f", percent)) + sigma + " %"
  }
}

extension GaitAnalysis.Missing {
  /// The reason for people.
  package var words: String {
    switch self {
    case .tooFewSteps: "too few steps"
    case .viewingDirection: "not visible from here"
    case .fieldOfView: "unknown field of view"
    case .treadmill: "none on a treadmill"
    case .belowNoise: "too small to see"
    case .noFeet: "no feet"
    case .movingCamera: "the camera seems to move"
    case .walking: "none in walking"
    case .running: "none in running"
    }
  }
}

extension GaitAnalysis {
  /// A pass as one line: `2.1 to 7.5 s, towards the camera, 10 foot strikes`.
  package func text(of pass: Pass) -> String {
    // Of steps on the spot the feet don't move against the floor.
    let isBelt = measure(.speed)?.value.map { $0.value > 4 * ($0.sigma ?? .infinity) } ?? false
    return pass.text(isBelt ? ", on a treadmill" : ", on a treadmill or on the spot")
  }
}

extension GaitAnalysis.Pass {
  /// The pass as one line, with the words for one in which the body stays where it is.
  fileprivate func text(_ staying: String) -> String {
    let strikes = events.count { $0.kind == .footStrike }
    return String(format: "%.1f to %.1f s", start, end)
      + (isTreadmill ? staying : "") + (isFollowed ? ", followed by the camera" : "")
      + (headingWords.map { ", \($0)" } ?? "") + ", \(strikes) foot strikes"
  }

  private var headingWords: String? {
    heading.map { heading in
      let degrees = heading * 180 / .pi
      return switch degrees {
      case -30..<30: "towards the camera"
      case 30..<60: "obliquely towards the camera, left side nearer"
      case -60 ..< -30: "obliquely towards the camera, right side nearer"
      case 60..<120: "across the view, left side nearer"
      case -120 ..< -60: "across the view, right side nearer"
      case 120..<150: "obliquely away from the camera, left side nearer"
      case -150 ..< -120: "obliquely away from the camera, right side nearer"
      default: "away from the camera"
      }
    }
  }
}

extension GaitAnalysis.Exclusion {
  /// The stretch as a sentence.
  package var sentence: String {
    let why =
      switch reason {
      case .tooFewSteps:
        // Two steps take two seconds at most.
        "has fewer than two steps in a straight line"
          + (end - start > 3 ? ", or plays slower than life" : "")
      case .backwards: "is walked backwards, or before a camera that goes along"
      case .sideways: "is stepped sideways"
      case .notInTurn: "has feet that don't strike in turn"
      case .irregular: "has steps that take very different times"
      case .feetUnseen: "shows neither foot in most of the images"
      case .lowFrameRate: "has too few images a second for steps: at least 10 are needed"
      case .hipsBent: "has hips that stay bent, as on a bicycle"
      case .otherGait: "is walked where most is run, or run where most is walked"
      }
    return String(format: "%.1f to %.1f s ", start, end) + "\(why), and is left out"
  }
}

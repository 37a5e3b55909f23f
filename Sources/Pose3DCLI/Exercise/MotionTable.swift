import Foundation
import Kinematics
import PoseAnalysis
import PoseMotion

/// People's motion as a table for people: the exercise, its repetitions, the ranges of elbows,
/// knees, hips and shoulders, and the repairs.
enum MotionTable {
  /// The tables of people of a sequence, with their analyses in the same order.
  static func lines(
    of people: [PersonMotion], in sequence: PoseSequence, _ analyses: [ExerciseAnalysis]
  ) -> [TableLine] {
    let gaits = zip(people, analyses).map { person, analysis in
      GaitAnalysis(of: person, in: sequence, besides: analysis)?.title
    }
    let tables = zip(zip(people, analyses), gaits).map { entry, gait -> [TableLine] in
      let (person, analysis) = entry
      var lines: [TableLine] = [(heading(of: person, analysis, gait), .heading), ("", .plain)]
      if gait == nil { lines += nearestLines(of: analysis) }
      lines += self.lines(of: analysis.repetitions)
      lines += self.lines(of: analysis.measures)
      if !analysis.isHanging { lines += contactLines(of: person) }
      lines += self.lines(of: sequence.repairs.filter { $0.person == person.id })
      return lines
    }
    let camera: [TableLine] = [
      sequence.world?.postureWords, sequence.cameraHeightWords,
    ].compactMap { words in words.map { ($0, .faint) } }
    return tables.flatMap { $0 } + camera + (camera.isEmpty ? [] : [("", .plain)])
      + legend(of: people, analyses, gaits)
  }

  /// Lines that explain the words in the tables.
  private static func legend(
    of people: [PersonMotion], _ analyses: [ExerciseAnalysis], _ gaits: [String?]
  ) -> [TableLine] {
    guard !analyses.isEmpty else { return [] }
    let repetitions = analyses.flatMap(\.repetitions)
    var lines: [String] = []
    if !repetitions.isEmpty {
      lines.append(
        "peak: the angle at the turning point; range: how far the joint moves from rest and back; "
          + "± one standard deviation.")
    }
    if repetitions.contains(where: { $0.eccentricTime != nil || $0.concentricTime != nil }) {
      lines.append(
        "eccentric: while the working muscles lengthen (lowering); concentric: while they shorten.")
    }
    if repetitions.contains(where: { $0.asymmetry != nil }) {
      lines.append(
        "asymmetry: the left side's range against the right's, + where the left moves more; within "
          + "twice its ± no difference is shown.")
    }
    if let sentence = furtherMeasurements(of: people, analyses, gaits) {
      lines.append(sentence)
    }
    lines.append(
      "Angles: 0° is straight, the arm hanging. frames: those in which it was measured.")
    return lines.map { ($0, .faint) } + [("", .plain)]
  }

  /// The commands that measure more of what people do here; `nil` for none.
  private static func furtherMeasurements(
    of people: [PersonMotion], _ analyses: [ExerciseAnalysis], _ gaits: [String?]
  ) -> String? {
    let walks = gaits.contains { $0 != nil }
    let tests = zip(people, analyses).map { person, analysis in
      FunctionalTest.shown(
        by: person, exercise: analysis.exercise.flatMap(Exercise.init(rawValue:)))
    }
    let commands =
      (walks ? ["pose3d gait"] : [])
      + FunctionalTest.allCases.filter { test in tests.contains { $0.contains(test) } }
      .map { "pose3d test \($0.rawValue)" }
    guard let last = commands.last else { return nil }
    let list =
      commands.count == 1
      ? "\(last) measures" : commands.dropLast().joined(separator: ", ") + " and \(last) measure"
    return "\(list) more of this."
  }

  // MARK: The person

  /// An exercise less likely than this isn't advised.
  private static let leastLikely = 0.05

  /// Returns the lines about the nearest exercise where none was recognised, and the evidence
  /// against it.
  private static func nearestLines(of analysis: ExerciseAnalysis) -> [TableLine] {
    guard let nearest = analysis.nearest else { return [] }
    let exercise = nearest.exercise
    let against = nearest.meaning.map { "; against it: \($0)" } ?? ""
    let advice: [TableLine] =
      nearest.confidence < leastLikely
      ? [] : [("--exercise \(exercise.commonName) counts it as that", .faint)]
    return [("nearest: \(exercise.title) (\(percent(nearest.confidence)))\(against)", .plain)]
      + advice + [("", .plain)]
  }

  private static func heading(
    of person: PersonMotion, _ analysis: ExerciseAnalysis, _ gait: String?
  ) -> String {
    var parts = ["person \(person.id)"]
    if let title = analysis.title {
      let isSure = analysis.confidence >= 1
      parts.append(isSure ? title : "\(title) (\(percent(analysis.confidence)) confidence)")
      parts.append(analysis.count == 1 ? "1 repetition" : "\(analysis.count) repetitions")
    } else if let gait {
      parts.append(gait)
    } else if analysis.confidence > 0, person.times.count > 1 {
      parts.append("no known exercise")
    }
    if let extent = person.extent {
      let (first, last) = (person.times[extent.lowerBound], person.times[extent.upperBound])
      parts.append(String(format: "%.2f to %.2f s", first, last))
    }
    let seen = person.states.compactMap { $0 }
    let filled = seen.count(where: \.isFilled)
    let frames = seen.count == 1 ? "1 frame" : "\(seen.count) frames"
    parts.append(filled > 0 ? "\(frames), \(filled) of them filled" : frames)
    return parts.joined(separator: "   ")
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  // MARK: Repetitions

  private static func lines(of repetitions: [Repetition]) -> [TableLine] {
    guard !repetitions.isEmpty else { return [] }
    var lines: [TableLine] = [
      (
        "  #      start – end        joint            peak      range  eccentric  concentric  "
          + "peak speed   asymmetry",
        .faint
      )
    ]
    var number = 0
    for repetition in repetitions {
      if repetition.isCounted { number += 1 }
      let name = repetition.isCounted ? "\(number)" : "–"
      let isUncertain = repetition.rangeOfMotionSigma ?? 0 > AngleDefinition.largestSigma
      // Of what is hardly seen the turning point may be missing.
      let isSeen = repetition.reason != .notSeen
      let cells = [
        name.right(3),
        String(format: "%.2f", repetition.start).right(11) + " – "
          + String(format: "%.2f s", repetition.end).left(9),
        "  " + joint(of: repetition.angle).left(15),
        (isSeen ? degrees(repetition.angleAtTurn, repetition.angleAtTurnSigma) : "–").right(9),
        (!isSeen
          ? "–"
          : isUncertain
            ? "uncertain" : degrees(repetition.rangeOfMotion, repetition.rangeOfMotionSigma))
          .right(11),
        seconds(repetition.eccentricTime).right(11), seconds(repetition.concentricTime).right(12),
        String(format: "%.0f°/s", tableDegrees(repetition.peakVelocity)).right(12),
        (repetition.asymmetry.map(signedPercent) ?? "–").right(12),
      ]
      let why = repetition.reason.map { "  not counted: \($0.clause)" } ?? ""
      let usual = repetition.criteria.filter { $0.target == nil }.map { "  \(words(of: $0))" }
      let style: Terminal.Style = repetition.isCounted ? .plain : .faint
      lines.append((cells.joined() + why + usual.joined(), style))
      lines += repetition.criteria.filter { $0.target != nil }.map {
        ("      \(words(of: $0))", style)
      }
    }
    return lines + [("", .plain)]
  }

  /// Whole degrees with one standard deviation: its decimals would say nothing.
  private static func degrees(_ radians: Double, _ sigma: Double?) -> String {
    let degrees = (radians * 180 / .pi).rounded()
    return String(format: "%.0f°", degrees == 0 ? 0 : degrees)
      + (sigma.map { String(format: " ± %.0f", tableDegrees($0)) } ?? "")
  }

  /// "right knee" for `rightKneeFlexion`.
  private static func joint(of angle: String) -> String {
    let words = AngleWords(angle)
    return ([words.side?.rawValue] + [words.words.first]).compactMap { $0 }.joined(separator: " ")
  }

  /// A share in percent with its sign; without one if it rounds to 0.
  private static func signedPercent(_ share: MotionMeasures.Value) -> String {
    let percent = (share.value * 100).rounded()
    return String(format: percent > 0 ? "%+.0f" : "%.0f", percent == 0 ? 0 : percent)
      + (share.sigma.map { String(format: " ± %.0f", $0 * 100) } ?? "") + " %"
  }

  /// Returns "hip below knee: yes" for `hipBelowKnee` that was met, "left knee flexion 84° ± 7 of
  /// 80–100°: yes" for a target.
  private static func words(of criterion: Repetition.Criterion) -> String {
    let name = criterion.name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
    if let target = criterion.target {
      guard let value = criterion.value else { return "\(name): not measurable" }
      let sigma = criterion.sigma.map { String(format: " ± %.0f", $0) } ?? ""
      let limits = String(format: "%g to %g°", target.lowerBound, target.upperBound)
      let verdict = criterion.isMet.map { $0 ? "yes" : "no" } ?? "can't be told"
      return String(format: "%@ %.0f°%@ of %@: %@", name, value, sigma, limits, verdict)
    }
    switch criterion.isMet {
    case true?: return "\(name): yes"
    case false?: return "\(name): no"
    case nil: return "\(name): not measurable"
    }
  }

  // MARK: Ranges

  private static func lines(of measures: MotionMeasures) -> [TableLine] {
    let rows = AngleDefinition.principalNames.compactMap { name -> String? in
      if let range = measures.ranges.first(where: { $0.name == name }) {
        let (least, most) = (range.minimum, range.maximum)
        return name.left(24) + degrees(least.value, least.sigma).right(10)
          + degrees(range.median, nil).right(9) + degrees(most.value, most.sigma).right(11)
          + "\(range.frames)".right(9)
      }
      guard let none = measures.undetermined.first(where: { $0.name == name }) else { return nil }
      return name.left(24) + "not determined: \(AngleTable.words(of: none.reason, in: none.frames))"
    }
    guard !rows.isEmpty else { return [] }
    let heading = "".left(24) + "       min   median        max   frames"
    return [(heading, .faint)] + rows.map { ($0, .plain) } + [("", .plain)]
  }

  // MARK: Contacts

  /// The share of the time for which each foot rests on the ground; empty if planted feet changed
  /// nothing, though they are seen.
  private static func contactLines(of person: PersonMotion) -> [TableLine] {
    if person.grounding == .feetUnseen {
      return [("on the ground: not known, the feet aren't seen", .plain), ("", .plain)]
    }
    guard person.grounding == .used else { return [] }
    let seen = zip(person.states, person.plantedPoints()).filter { $0.0 != nil }.map(\.1)
    guard !seen.isEmpty else { return [] }
    func share(isLeft: Bool) -> String {
      let planted = seen.count { points in points.contains { $0.isLeft == isLeft } }
      return percent(Double(planted) / Double(seen.count))
    }
    let (left, right) = (share(isLeft: true), share(isLeft: false))
    return [
      ("on the ground: left foot \(left), right foot \(right) of the time", .plain), ("", .plain),
    ]
  }

  // MARK: Repairs

  private static let kinds: [(kind: Repair.Kind, words: String)] = [
    (.swappedSides, "left and right swapped"), (.swappedLegs, "legs swapped"),
    (.swappedArms, "arms swapped"), (.flippedDepth, "front and back swapped"),
    (.outlier, "joints that jumped"),
  ]

  private static func lines(of repairs: [Repair]) -> [TableLine] {
    let parts = kinds.compactMap { kind, words -> String? in
      let frames = Set(repairs.filter { $0.kind == kind }.map(\.frame)).count
      return frames == 0 ? nil : "\(words) in \(frames) \(frames == 1 ? "frame" : "frames")"
    }
    guard !parts.isEmpty else { return [] }
    return [("corrected: " + parts.joined(separator: ", "), .plain), ("", .plain)]
  }

  // MARK: Words

  private static func seconds(_ time: Double?) -> String {
    time.map { String(format: "%.2f s", $0) } ?? "–"
  }
}

extension ExerciseAnalysis {
  /// Whether the hands carry the body: feet that stay still then do so in the air.
  fileprivate var isHanging: Bool {
    [Exercise.pullUp, .dip].map(\.rawValue).contains(exercise)
  }
}

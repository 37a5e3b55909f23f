public import PoseImaging
public import PoseMotion
internal import PoseDocuments
internal import Foundation
internal import Kinematics

/// The report's contents for one video, image or file of joints.
public struct ReportClip: Sendable {
  /// The image or video behind the skeleton.
  public struct Media: Sendable {
    /// The media type, `video/mp4`.
    public var type: String
    /// Its bytes, as a browser plays or shows them.
    public var bytes: [UInt8]
    /// Pixels, upright.
    public var width: Int
    /// Pixels, upright.
    public var height: Int

    /// The reading of the camera's clock at a video's first frame, in seconds; the first camera's
    /// is the clip's.
    public var start: Double
    /// How many times slower than life a video plays.
    public var slowMotion: Double

    /// Media.
    public init(
      type: String, bytes: [UInt8], width: Int, height: Int, start: Double = 0,
      slowMotion: Double = 1
    ) {
      (self.type, self.bytes, self.width, self.height) = (type, bytes, width, height)
      (self.start, self.slowMotion) = (start, slowMotion)
    }
  }

  /// The picture of a repetition where it turns, with the skeletons drawn.
  public struct RepetitionPicture: Sendable {
    /// The person's number.
    public var person: Int
    /// The time in seconds at which the repetition turns.
    public var turn: Double
    /// The picture.
    public var png: [UInt8]

    /// A picture.
    public init(person: Int, turn: Double, png: [UInt8]) {
      (self.person, self.turn, self.png) = (person, turn, png)
    }
  }

  /// The title: the name of the file.
  public var name: String
  /// The people and what was done to their motion.
  public var sequence: PoseSequence
  /// Those of its people who are spoken of.
  public var people: [PersonMotion]
  /// Their exercises, in their order.
  public var analyses: [ExerciseAnalysis]
  /// The camera in whose picture the skeletons are drawn; `nil` where the joints are in no camera's
  /// frame: they are then drawn in space only.
  public var camera: Camera?
  /// The video or picture; `nil` for a report without one.
  public var media: Media?
  /// Of a recording by several cameras the others' videos, in the order of `sequence.recording.views` after the first;
  /// `nil` for one that isn't shown.
  public var otherMedia: [Media?] = []
  /// Pictures of people's best and worst repetitions, for the first page.
  public var pictures: [RepetitionPicture] = []
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]
  /// The conditions of the measurement: names and values.
  public var facts: [(name: String, value: String)]

  /// A clip from its parts.
  public init(
    name: String, sequence: PoseSequence, people: [PersonMotion], analyses: [ExerciseAnalysis],
    camera: Camera?, media: Media? = nil, warnings: [String] = [],
    facts: [(name: String, value: String)] = []
  ) {
    precondition(people.count == analyses.count, "an analysis for every person")
    (self.name, self.sequence, self.people, self.analyses) = (name, sequence, people, analyses)
    (self.camera, self.media, self.warnings, self.facts) = (camera, media, warnings, facts)
  }
}

/// A person on a report's first page: a sentence for each joint with its reliability in words, and the best and
/// the worst repetition.
struct ClipSummary {
  /// How far an angle can be relied on, by the larger sigma of its extremes.
  enum Reliability: String {
    case good, fair, rough, uncertain

    /// Up to 5, 10 and 20°, and more. The limits are chosen.
    init(sigma degrees: Double) {
      self = degrees <= 5 ? .good : degrees <= 10 ? .fair : degrees <= 20 ? .rough : .uncertain
    }
  }

  /// A joint in one sentence.
  struct Line {
    /// `Knee flexion`.
    let title: String
    /// The ranges of both sides, and whether these differ.
    let text: String
    /// That of the less certain side; `nil` where none was measured.
    let reliability: Reliability?
  }

  let lines: [Line]
  /// The extremes in words; empty where none counts.
  let repetitions: [(turn: Double, title: String, text: String)]
  /// A sentence about the extremes; `nil` where there is nothing to add.
  let remark: String?
  /// A sentence about the walk or run; `nil` for a person who does neither.
  let walk: String?

  init(of person: PersonMotion, in sequence: PoseSequence, _ analysis: ExerciseAnalysis) {
    walk = GaitAnalysis(of: person, in: sequence, besides: analysis)?.sentence
    let measures = analysis.measures
    let followed = analysis.repetitions.map { Self.withoutSide($0.angle) }
    var names: [String] = []
    let principal = AngleDefinition.principalKinds(besides: followed.first)
    for name in followed + principal.map(\.decapitalizedFirst)
    where !names.contains(name) { names.append(name) }
    lines = names.compactMap { name in
      Self.line(name, measures, isFollowed: followed.contains(name))
    }
    guard let extremes = RepetitionExtremes(of: analysis.repetitions) else {
      (repetitions, remark) = ([], nil)
      return
    }
    let counted = analysis.repetitions.indices.filter { analysis.repetitions[$0].isCounted }
    func words(_ place: Int, _ title: String) -> (turn: Double, title: String, text: String) {
      let repetition = analysis.repetitions[place]
      let number = (counted.firstIndex(of: place) ?? 0) + 1
      let missed = repetition.criteria.filter { $0.isMet == false }
        .map { AngleWords($0.name).text }
      let range = Self.degrees(repetition.rangeOfMotion, repetition.rangeOfMotionSigma)
      return (
        repetition.turn, counted.count > 1 ? "\(title): repetition \(number)" : "The repetition",
        "\(AngleWords(repetition.angle).text.capitalizedFirst), range of motion \(range)"
          + (missed.isEmpty ? "" : "; not met: \(missed.joined(separator: ", "))")
      )
    }
    repetitions =
      extremes.best == extremes.worst
      ? [words(extremes.best, "Best")]
      : extremes.differ == true
        ? [words(extremes.best, "Best"), words(extremes.worst, "Worst")]
        : [words(extremes.best, "Largest range"), words(extremes.worst, "Smallest range")]
    remark =
      extremes.best == extremes.worst || extremes.differ == true
      ? nil
      : extremes.differ == nil
        ? "The joints have no uncertainty, so that no difference can be told from none."
        : "These two do not differ by more than the measurement errs."
  }

  private static func line(
    _ name: String, _ measures: MotionMeasures, isFollowed: Bool
  ) -> Line? {
    let title = AngleWords(name).text.capitalizedFirst
    func range(_ side: AngleWords.Side?) -> MotionMeasures.AngleRange? {
      let full = side.map { "\($0.rawValue)\(name.capitalizedFirst)" } ?? name
      return measures.ranges.first { $0.name == full }
    }
    let sides: [(String, MotionMeasures.AngleRange?)] = [
      ("left", range(.left)), ("right", range(.right)), ("", range(nil)),
    ]
    let measured = sides.compactMap { side, range in range.map { (side, $0) } }
    guard !measured.isEmpty else {
      return isFollowed
        ? Line(title: title, text: "could not be measured.", reliability: nil) : nil
    }
    let largest =
      measured.flatMap { [$1.minimum.sigma, $1.maximum.sigma] }.compactMap(\.self).max()
    let reliability = largest.map { Reliability(sigma: $0 * 180 / .pi) }
    var parts = measured.map { side, range in
      let ends = [range.minimum, range.maximum].map { degrees($0.value, $0.sigma) }
      let words = "from \(ends[0]) to \(ends[1])"
      return side.isEmpty ? words : "\(side) \(words)"
    }
    if measured.count == 1, measured[0].0 == "left" { parts.append("right not measured") }
    if measured.count == 1, measured[0].0 == "right" { parts.append("left not measured") }
    let symmetry = measures.symmetry.first { $0.name == name }.flatMap(sentence(on:))
    return Line(
      title: title, text: parts.joined(separator: ", ") + "." + (symmetry.map { " " + $0 } ?? ""),
      reliability: reliability)
  }

  /// The difference between the sides: how far they move, and where they are; `nil` where its sigma is unknown.
  private static func sentence(on symmetry: MotionMeasures.Symmetry) -> String? {
    var sentences: [String] = []
    if let asymmetry = symmetry.asymmetry, let sigma = asymmetry.sigma,
      asymmetry.sideVerdict == .changed
    {
      let side = asymmetry.value > 0 ? "left" : "right"
      sentences.append(
        "The \(side) side moves farther, by \(percent(abs(asymmetry.value))) ± \(percent(sigma)) % of the mean of both."
      )
    }
    if let sigma = symmetry.offset.sigma, symmetry.offset.sideVerdict == .changed {
      let side = symmetry.offset.value > 0 ? "left" : "right"
      sentences.append(
        "On average the angle of the \(side) side is larger, by \(degrees(abs(symmetry.offset.value), sigma))."
      )
    }
    guard sentences.isEmpty else { return sentences.joined(separator: " ") }
    return symmetry.asymmetry?.sigma == nil ? nil : "No difference between left and right is shown."
  }

  private static func percent(_ share: Double) -> String { String(format: "%.0f", 100 * share) }

  /// Radians whose sigma is larger aren't given, as in the page's tables.
  private static let largestSigma = 45 * Double.pi / 180

  private static func degrees(_ radians: Double, _ sigma: Double?) -> String {
    guard sigma ?? 0 <= largestSigma else { return "an uncertain angle" }
    func whole(_ radians: Double) -> String {
      let text = String(format: "%.0f", abs(radians * 180 / .pi))
      return radians < 0 && text != "0" ? "−\(text)" : text
    }
    return "\(whole(radians))°" + (sigma.map { " ± \(whole($0))" } ?? "")
  }

  /// `leftKneeFlexion` as `kneeFlexion`.
  private static func withoutSide(_ name: String) -> String {
    let words = AngleWords(name)
    guard let side = words.side else { return name }
    return name.dropFirst(side.rawValue.count).description.decapitalizedFirst
  }

  /// As the page's script reads it.
  var value: JSONValue {
    .object([
      (
        "lines",
        .array(
          lines.map { line in
            .object([
              ("title", .string(line.title)), ("text", .string(line.text)),
              ("reliability", .optional((line.reliability?.rawValue).map(JSONValue.string))),
            ])
          })
      ),
      (
        "repetitions",
        .array(
          repetitions.map { one in
            .object([
              ("turn", .number(one.turn)), ("title", .string(one.title)),
              ("text", .string(one.text)),
            ])
          })
      ),
      ("remark", .optional(remark.map(JSONValue.string))),
      ("walk", .optional(walk.map(JSONValue.string))),
    ])
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var decapitalizedFirst: String { prefix(1).lowercased() + dropFirst() }
}

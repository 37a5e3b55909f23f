internal import Foundation
internal import PoseDocuments
public import PoseMotion

/// The postures at work of the people of a file, `pose3d.ergonomics/1`. `schema/pose3d.ergonomics.schema.json` is its
/// contract.
public struct ErgonomicsDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.ergonomics/1"

  /// One person's postures.
  public struct Person: Sendable {
    /// The person's number.
    public var id: Int
    /// The assessments, one for each method.
    public var assessments: [ErgonomicAssessment]

    /// A person.
    public init(id: Int, assessments: [ErgonomicAssessment]) {
      (self.id, self.assessments) = (id, assessments)
    }
  }

  /// One of the worst moments of a person by a method.
  public struct Moment: Sendable, Hashable {
    /// The person's number.
    public var person: Int
    /// The method.
    public var method: ErgonomicMethod
    /// The rank, 1 for the worst.
    public var rank: Int

    /// A moment.
    public init(person: Int, method: ErgonomicMethod, rank: Int) {
      (self.person, self.method, self.rank) = (person, method, rank)
    }
  }

  /// The program's version.
  public var version: String
  /// The name of the file that was read.
  public var file: String
  /// The people.
  public var people: [Person]
  /// The numbers of the recording's frames in their file.
  public var frameNumbers: [Int]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, file: String, people: [Person], frameNumbers: [Int], warnings: [String] = []
  ) {
    (self.version, self.file, self.people) = (version, file, people)
    (self.frameNumbers, self.warnings) = (frameNumbers, warnings)
  }

  /// Whether the score of a frame has no sigma, since one of its angles has none.
  package var lacksSigmas: Bool {
    people.contains { person in
      person.assessments.contains { assessment in
        assessment.frames.contains { $0.score?.lowest.hasSigmas == false }
      }
    }
  }

  /// The JSON text; angles in degrees, shares as fractions. The same results give the same bytes.
  public var json: String {
    JSONValue.session(
      schema: Self.schema, version: version, file: file,
      people: people.map { person in
        .object([
          ("id", .integer(person.id)),
          ("assessments", .array(person.assessments.map(value(of:)))),
        ])
      }, warnings: warnings
    ).text
  }

  /// One line for each frame of each person and method as CSV, with a line of names; angles in degrees. An empty cell
  /// is a value that is not known.
  public var csv: String {
    let scores = ["", "left", "right"].flatMap { side in
      ["lowest", "lowestSigma", "highest", "highestSigma"].map { name in
        side.isEmpty ? name : side + name.prefix(1).uppercased() + name.dropFirst()
      }
    }
    let angles = ErgonomicAssessment.Angle.Name.allCases
    let head =
      ["person", "frame", "time", "method"] + scores + ["missing"]
      + angles.flatMap { [$0.rawValue, "\($0.rawValue)_sigma"] }
    var text = head.joined(separator: ",") + "\n"
    for person in people {
      for assessment in person.assessments {
        for frame in assessment.frames {
          let values = [frame.score, frame.left, frame.right].flatMap { score in
            [score?.lowest, score?.highest].flatMap { [$0?.mean, $0?.sigma] }
          }
          let measured = angles.flatMap { name -> [Double?] in
            let angle = frame.angles.first { $0.name == name }
            return [angle?.value, angle?.sigma].map { $0.map { $0 * 180 / .pi } }
          }
          let cells =
            ["\(person.id)", "\(frameNumbers[frame.index])", String(format: "%.4f", frame.time)]
            + [assessment.method.rawValue] + values.map { Self.cell($0, digits: 3) }
            + [frame.missing?.rawValue ?? ""] + measured.map { Self.cell($0, digits: 2) }
          text += cells.joined(separator: ",") + "\n"
        }
      }
    }
    return text
  }

  private static func cell(_ value: Double?, digits: Int) -> String {
    value.map { String(format: "%.\(digits)f", $0) } ?? ""
  }

  // MARK: Values

  private func value(of assessment: ErgonomicAssessment) -> JSONValue {
    let assessed = assessment.duration * assessment.assessedShare
    return .object([
      ("method", .string(assessment.method.rawValue)),
      ("inputs", Self.value(of: assessment.conditions)),
      ("unknown", .array(assessment.unknown.map { .string($0.rawValue) })),
      ("duration", .number(assessment.duration)),
      ("assessedShare", .number(assessment.assessedShare)),
      ("bothSidesShare", .number(assessment.bothSidesShare)),
      (
        "missing",
        .array(
          assessment.missing.map {
            .object([("reason", .string($0.reason.rawValue)), ("share", .number($0.share))])
          })
      ),
      (
        "levels",
        .array(
          assessment.levels.map { level in
            .object([
              ("level", .integer(level.level.number)),
              (
                "scores",
                .numbers([
                  Double(level.level.scores.lowerBound), Double(level.level.scores.upperBound),
                ])
              ),
              ("share", Self.bounds(level.share) { Self.value(of: $0, times: 1) }),
              ("reached", Self.bounds(level.reached) { Self.value(of: $0, times: 1) }),
              ("reachedTime", Self.bounds(level.reached) { Self.value(of: $0, times: assessed) }),
            ])
          })
      ),
      ("median", .optional(assessment.median.map { Self.bounds($0) { .integer($0) } })),
      ("percentile95", .optional(assessment.percentile95.map { Self.bounds($0) { .integer($0) } })),
      (
        "contributions",
        .array(
          assessment.contributions.map {
            .object([
              ("part", .string($0.part.rawValue)), ("points", .number($0.points.value)),
              ("pointsSigma", .optional($0.points.sigma.map(JSONValue.number))),
            ])
          })
      ),
      ("worst", .array(assessment.worst.map(value(of:)))),
    ])
  }

  private func value(of frame: ErgonomicAssessment.Frame) -> JSONValue {
    let score = { (bounds: ErgonomicAssessment.Bounds<ScoreDistribution>?) -> JSONValue in
      .optional(bounds.map { Self.bounds($0, Self.value(of:)) })
    }
    return .object([
      ("frame", .integer(frameNumbers[frame.index])), ("time", .number(frame.time)),
      ("score", score(frame.score)), ("left", score(frame.left)), ("right", score(frame.right)),
      (
        "angles",
        .array(
          frame.angles.map { angle in
            .object([
              ("name", .string(angle.name.rawValue)), ("value", .degrees(angle.value)),
              ("sigma", .optional(angle.sigma.map(JSONValue.degrees))),
            ])
          })
      ),
    ])
  }

  private static func value(of score: ScoreDistribution) -> JSONValue {
    .object([
      ("expected", .number(score.mean)),
      ("sigma", .optional(score.sigma.map(JSONValue.number))),
      ("probabilities", .numbers(score.probabilities)),
    ])
  }

  private static func value(of value: MotionMeasures.Value, times factor: Double) -> JSONValue {
    .object([
      ("value", .number(value.value * factor)),
      ("sigma", .optional(value.sigma.map { .number($0 * factor) })),
    ])
  }

  private static func bounds<Value>(
    _ bounds: ErgonomicAssessment.Bounds<Value>, _ value: (Value) -> JSONValue
  ) -> JSONValue {
    .object([("lowest", value(bounds.lowest)), ("highest", value(bounds.highest))])
  }

  private static func value(of conditions: WorkConditions) -> JSONValue {
    .object([
      (
        "load",
        .optional(
          conditions.load.map {
            .object([("kilograms", .number($0.kilograms)), ("shock", .bool($0.isShock))])
          })
      ),
      ("coupling", .optional(conditions.coupling.map { .string($0.rawValue) })),
      (
        "activity",
        .optional(
          conditions.activity.map { stated in
            .array(
              WorkConditions.Activity.allCases.filter(stated.contains).map { .string($0.rawValue) })
          })
      ),
      (
        "wrist",
        .optional(
          conditions.wrist.map {
            .object([
              ("bend", .string($0.bend.rawValue)), ("deviated", .bool($0.isDeviated)),
              ("twisted", .bool($0.isTwisted)),
            ])
          })
      ),
      (
        "arms",
        .optional(
          conditions.arms.map {
            .object([("raised", .bool($0.areRaised)), ("supported", .bool($0.areSupported))])
          })
      ),
      ("neckTwist", .optional(conditions.neckIsTwisted.map { .bool($0) })),
      ("legs", .optional(conditions.legs.map { .string($0.rawValue) })),
    ])
  }
}

internal import PoseDocuments
public import PoseMotion

/// The exercises of the people in a file of skeletons or keypoints, `pose3d.exercise/1`: the same
/// as in the document of a video, without its skeletons. `schema/pose3d.exercise.schema.json` is
/// its contract.
public struct ExerciseDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.exercise/1"

  /// The file that was read.
  public struct Input: Sendable {
    /// The kind of contents. The raw value is the word in files.
    public enum Kind: String, Sendable {
      /// Joints in space.
      case skeletons
      /// Points in pictures, which were lifted.
      case keypoints
    }

    /// The file or folder as the user gave it.
    public var file: String
    /// The kind of contents.
    public var kind: Kind
    /// The layout's name; `nil` where it has none.
    public var layout: String?
    /// Frames a second that the caller gave; `nil` for the file's own times.
    public var frameRate: Double?

    /// A file.
    public init(file: String, kind: Kind, layout: String? = nil, frameRate: Double? = nil) {
      self.file = file
      self.kind = kind
      self.layout = layout
      self.frameRate = frameRate
    }
  }

  /// The program's version.
  public var version: String
  /// The input.
  public var input: Input
  /// The people and what was done to their motion.
  public var sequence: PoseSequence
  /// Those of its people who were asked for.
  public var people: [PersonMotion]
  /// Their exercises, in their order.
  public var analyses: [ExerciseAnalysis]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, input: Input, sequence: PoseSequence, people: [PersonMotion],
    analyses: [ExerciseAnalysis], warnings: [String] = []
  ) {
    precondition(analyses.count == people.count, "an analysis for every person")
    self.version = version
    self.input = input
    self.sequence = sequence
    self.people = people
    self.analyses = analyses
    self.warnings = warnings
  }

  /// The JSON text; the same document gives the same bytes.
  public var json: String {
    let frames = sequence.recording.frames
    let members =
      JSONValue.head(schema: Self.schema, version: version) + [
        ("units", .motionUnits),
        (
          "input",
          .object([
            ("file", .fileName(input.file)), ("kind", .string(input.kind.rawValue)),
            ("layout", .optional(input.layout.map(JSONValue.string))),
            ("frameRate", .optional(input.frameRate.map(JSONValue.number))),
            ("frames", .integer(frames.count)),
            ("firstTime", .optional(frames.first.map { .number($0.time) })),
            ("lastTime", .optional(frames.last.map { .number($0.time) })),
          ])
        ),
        // Of joints in space it is an axis of the file.
        (
          "vertical",
          .optional(
            sequence.recording.isInCameraFrame
              ? sequence.world.map {
                JSONValue(vertical: $0, cameraHeight: sequence.cameraHeight)
              } : nil)
        ),
        ("processing", MotionSummary.processing(sequence.options)),
      ]
    let summary = MotionSummary(sequence: sequence, people: people, analyses: analyses).members
    let warnings: (String, JSONValue) = ("warnings", .warnings(warnings, of: [input.file]))
    return JSONValue.object(members + summary + [warnings]).text
  }

  /// Writes one line per person and frame as CSV, as `SequenceDocument.writeCSV` does.
  ///
  /// - Parameter write: takes the text line by line.
  public func writeCSV(to write: (String) throws -> Void) rethrows {
    try MotionCSV(frames: sequence.recording.frames, people: people, analyses: analyses).write(
      to: write)
  }
}

internal import PoseAnalysis
internal import PoseDocuments
internal import PoseFiles
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// The server's messages to the page, as JSON. Lengths are in metres, angles in degrees, places in
/// the image in pixels, times in milliseconds.
enum LivePageMessage {
  /// Another page is open.
  static let busy = sentence(
    "busy",
    "pose3d live is open in another window, and measures for one at a time. Close that one.")

  /// It can't be measured at all.
  static func failure(_ text: String) -> String { sentence("failure", text) }

  /// Something went wrong; it goes on.
  static func problem(_ text: String, number: Int?) -> String {
    message(
      "problem",
      [("sentence", .string(text)), ("number", .optional(number.map(JSONValue.integer)))])
  }

  // MARK: Greeting

  /// The page's possible choices, and the current ones.
  static func hello(
    version: String, exercise: ExerciseChoice, findsHands: Bool,
    recordings: [LiveRecorder.Summary]
  ) -> String {
    let exercises = Exercise.allCases.map { exercise in
      JSONValue.object([
        ("name", .string(exercise.rawValue)), ("title", .string(exercise.title)),
      ])
    }
    return message(
      "hello",
      [
        ("version", .string(version)), ("exercises", .array(exercises)),
        ("exercise", .string(word(for: exercise))), ("hands", .bool(findsHands)),
        ("joints", .array(Joint.allCases.map { .string($0.name) })),
        ("parents", .array(Joint.allCases.map { .integer($0.parent?.rawValue ?? -1) })),
        ("recordings", .array(recordings.map { .object(members($0)) })),
      ])
  }

  /// The exercise that the page means by a word; `nil` for an unknown one.
  static func choice(named word: String) -> ExerciseChoice? {
    switch word {
    case "auto": .recognized
    case "none": ExerciseChoice.none
    default: Exercise(rawValue: word).map(ExerciseChoice.named)
    }
  }

  private static func word(for choice: ExerciseChoice) -> String {
    switch choice {
    case .recognized: "auto"
    case .named(let exercise): exercise.rawValue
    case .angle(let name, _): name
    case .none: "none"
    }
  }

  // MARK: Results

  /// The results of a frame.
  ///
  /// - Parameters:
  ///   - number: the page's number of it.
  ///   - stages: how long each took, in seconds.
  ///   - recording: how much is recorded; `nil` where nothing is being recorded.
  ///   - problem: what is wrong with that.
  static func result(
    of frame: LiveFrame, number: Int, stages: [(name: String, seconds: Double)], dropped: Int,
    recording: (frames: Int, seconds: Double)?, problem: String?
  ) -> String {
    message(
      "result",
      [
        ("number", .integer(number)), ("width", .integer(frame.camera.width)),
        ("height", .integer(frame.camera.height)), ("dropped", .integer(dropped)),
        ("stages", .object(stages.map { ($0.name, rounded($0.seconds * 1000, to: 100)) })),
        ("people", .array(frame.people.map(value))),
        ("hands", .optional(frame.hands.map { .array($0.map(value)) })),
        ("fingers", .optional(frame.shownFingers.map { .object($0.members) })),
        ("guidance", .array(frame.guidance.map(value))),
        (
          "recording",
          .optional(
            recording.map {
              .object([
                ("frames", .integer($0.frames)), ("seconds", rounded($0.seconds, to: 10)),
              ])
            })
        ),
        ("problem", .optional(problem.map(JSONValue.string))),
      ])
  }

  private static func value(_ person: LivePerson) -> JSONValue {
    let pose = person.pose
    let root = pose?.body.positions[.root]
    let shown = Dictionary(uniqueKeysWithValues: person.angles.map { ($0.name, $0) })
    return .object([
      ("id", .integer(person.id)),
      (
        "image",
        .optional(
          pose.map { pose in
            .array(
              Joint.allCases.map { joint in
                .optional(pose.pixel(joint).map { .array([pixels($0.x), pixels($0.y)]) })
              })
          })
      ),
      (
        "joints",
        .optional(
          pose.flatMap { pose in
            root.map { root in
              .array(
                Joint.allCases.map { joint in
                  let place = pose.body.positions[joint] - root
                  return .array([metres(place.x), metres(place.y), metres(place.z)])
                })
            }
          })
      ),
      (
        "sources",
        .optional(
          pose.map { pose in
            .array(Joint.allCases.map { .string(pose.source($0).rawValue) })
          })
      ),
      (
        "distance", .optional(root.map { metres($0.length) })
      ),
      (
        "angles",
        .object(
          AngleDefinition.principalNames.compactMap { name in
            shown[name].map { (name, value($0)) }
          })
      ),
      ("exercise", value(person.exercise)),
    ])
  }

  private static func value(_ angle: JointAngle) -> JSONValue {
    .array([
      .optional(angle.value.map { rounded($0 * 180 / .pi, to: 10) }),
      .optional(angle.sigma.map { rounded($0 * 180 / .pi, to: 10) }),
    ])
  }

  private static func value(_ exercise: LiveExercise) -> JSONValue {
    .object([
      ("name", .optional(exercise.name.map(JSONValue.string))),
      ("title", .optional(exercise.title.map(JSONValue.string))),
      ("count", .integer(exercise.count)), ("missed", .integer(exercise.missed)),
      (
        "last",
        .optional(
          exercise.last.map { last in
            .object([
              ("counted", .bool(last.isCounted)),
              ("reason", .optional(last.reason.map { .string($0.clause) })),
              ("range", rounded(last.rangeOfMotion * 180 / .pi, to: 10)),
              ("seconds", rounded(last.end - last.start, to: 100)),
            ])
          })
      ),
    ])
  }

  private static func value(_ hand: HandPose) -> JSONValue {
    .object([
      (
        "image",
        .array(
          HandJoint.allCases.map { joint in
            .optional(hand.points[joint].map { .array([pixels($0.x), pixels($0.y)]) })
          })
      )
    ])
  }

  private static func value(_ guidance: LiveGuidance) -> JSONValue {
    .object([("name", .string(guidance.rawValue)), ("sentence", .string(guidance.sentence))])
  }

  // MARK: Advice

  /// What the camera can measure from its place, and what would help.
  static func advice(_ analysis: PlacementAnalysis) -> String {
    message(
      "advice",
      [
        ("exercise", .string(analysis.advice.exercise.rawValue)),
        ("sentences", .array(PlacementSentences.all(of: analysis).map(JSONValue.string))),
      ])
  }

  /// The camera's place can't be judged.
  static func adviceFailed(_ reason: String) -> String {
    sentence("adviceFailed", "The camera's place can't be judged: \(reason).")
  }

  // MARK: Recordings

  /// A recording has begun.
  static func recording() -> String { message("recording", []) }

  /// A recording is being analysed and written.
  static let savingRecording = message("saving", [])

  /// A recording is there, under the name by which the page may fetch it.
  static func recorded(_ summary: LiveRecorder.Summary) -> String {
    message("recorded", members(summary))
  }

  private static func members(_ recording: LiveRecorder.Summary) -> [(String, JSONValue)] {
    [
      ("name", .string(LiveLog.name(recording.path))), ("frames", .integer(recording.frames)),
      ("seconds", rounded(recording.seconds, to: 10)),
    ]
  }

  /// There is no recording.
  static func recordingFailed(_ text: String) -> String { sentence("recordingFailed", text) }

  // MARK: Text

  private static func sentence(_ type: String, _ sentence: String) -> String {
    message(type, [("sentence", .string(sentence))])
  }

  private static func message(_ type: String, _ members: [(String, JSONValue)]) -> String {
    JSONValue.object([("type", .string(type))] + members).compactText
  }

  private static func rounded(_ number: Double, to parts: Double) -> JSONValue {
    .number((number * parts).rounded() / parts)
  }

  private static func pixels(_ number: Double) -> JSONValue { rounded(number, to: 100) }
  private static func metres(_ number: Double) -> JSONValue { rounded(number, to: 10000) }
}

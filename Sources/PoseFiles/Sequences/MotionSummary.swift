package import PoseDocuments
internal import Kinematics
package import PoseMotion
internal import Pose3D

/// The summary of the sequence as a whole in the documents of motion.
package struct MotionSummary {
  let sequence: PoseSequence
  /// The people in the summary.
  let people: [PersonMotion]
  /// In their order.
  let analyses: [ExerciseAnalysis]

  /// The summary of some of a sequence's people, with their analyses in the same order.
  package init(sequence: PoseSequence, people: [PersonMotion], analyses: [ExerciseAnalysis]) {
    (self.sequence, self.people, self.analyses) = (sequence, people, analyses)
  }

  /// The exercise, the prescription if there is one, the repetitions, the people and the repairs.
  package var members: [(String, JSONValue)] {
    let targets = analyses.first?.targets ?? []
    var members: [(String, JSONValue)] = [("exercise", Self.exercise(analyses.first))]
    if !targets.isEmpty { members.append(("targets", .array(targets.map(\.json)))) }
    return members + [
      (
        "repetitions",
        .array(
          analyses.flatMap { analysis in
            analysis.repetitions.map { Self.value(of: $0, exercise: analysis.exercise) }
          })
      ),
      ("people", .array(zip(people, analyses).map(Self.value(of:_:)))),
      (
        "repairs",
        .array(
          sequence.repairs.filter { repair in people.contains { $0.id == repair.person } }
            .map(value(of:)))
      ),
    ]
  }

  // MARK: What was done

  /// The options by which a sequence was made.
  package static func processing(_ options: PoseSequence.Options) -> JSONValue {
    .object([
      ("smoothing", smoothing(options.smoothing)),
      ("longestGap", .number(options.longestGap)), ("repairs", .bool(options.repairs)),
      ("bonesHeld", .bool(options.holdsBones)), ("liftedOverTime", .bool(options.liftsOverTime)),
      ("feetGrounded", .bool(options.groundsFeet)),
    ])
  }

  private static func smoothing(_ smoothing: PoseSequence.Smoothing) -> JSONValue {
    switch smoothing {
    case .none: .object([("kind", .string("none"))])
    case .oneEuro: .object([("kind", .string("oneEuro"))])
    case .butterworth(let cutoff):
      .object([
        ("kind", .string("butterworth")), ("cutoff", .number(cutoff)), ("order", .integer(2)),
        ("passes", .integer(2)), ("effectiveOrder", .integer(4)),
      ])
    }
  }

  // MARK: What was found

  private static func exercise(_ analysis: ExerciseAnalysis?) -> JSONValue {
    .object([
      ("name", .optional(analysis?.exercise.map(JSONValue.string))),
      ("confidence", .optional(analysis.map { .number($0.confidence) })),
    ])
  }

  private static func value(of repetition: Repetition, exercise: String?) -> JSONValue {
    let degrees = { (radians: Double?) in JSONValue.optional(radians.map(JSONValue.degrees)) }
    let number = { (value: Double?) in JSONValue.optional(value.map(JSONValue.number)) }
    return .object([
      ("person", .integer(repetition.person)),
      ("exercise", .optional(exercise.map(JSONValue.string))),
      ("counted", .bool(repetition.isCounted)),
      ("reason", .optional(repetition.reason.map { .string($0.rawValue) })),
      ("start", .number(repetition.start)), ("turn", .number(repetition.turn)),
      ("end", .number(repetition.end)), ("angle", .string(repetition.angle)),
      ("rangeOfMotion", .degrees(repetition.rangeOfMotion)),
      ("rangeOfMotionSigma", degrees(repetition.rangeOfMotionSigma)),
      ("angleAtTurn", .degrees(repetition.angleAtTurn)),
      ("angleAtTurnSigma", degrees(repetition.angleAtTurnSigma)),
      ("eccentricTime", number(repetition.eccentricTime)),
      ("concentricTime", number(repetition.concentricTime)),
      ("peakVelocity", .degrees(repetition.peakVelocity)),
      ("asymmetry", number(repetition.asymmetry?.value)),
      ("asymmetrySigma", number(repetition.asymmetry?.sigma)),
      (
        "criteria",
        .array(
          repetition.criteria.map { criterion in
            .object(
              [
                ("name", .string(criterion.name)),
                ("met", .optional(criterion.isMet.map(JSONValue.bool))),
                ("value", number(criterion.value)), ("sigma", number(criterion.sigma)),
                ("unit", .string(criterion.unit)),
              ]
                + (criterion.target.map { target in
                  [("target", .array([.number(target.lowerBound), .number(target.upperBound)]))]
                } ?? []))
          })
      ),
    ])
  }

  private static func value(of person: PersonMotion, _ analysis: ExerciseAnalysis) -> JSONValue {
    let seen = person.states.compactMap { $0 }
    let time = { (position: Int?) in
      JSONValue.optional(position.map { .number(person.times[$0]) })
    }
    let stature = BodyCodec.document.members(person.stature).map { ($0.rawValue, $1) }
    return .object(
      [
        ("id", .integer(person.id)), ("firstTime", time(person.extent?.lowerBound)),
        ("lastTime", time(person.extent?.upperBound)), ("frames", .integer(seen.count)),
        ("filledFrames", .integer(seen.count(where: \.isFilled))),
      ] + stature + [
        ("boneLengths", .optional(person.boneLengths.map(byName))),
        ("boneLengthSigmas", .optional(person.boneSigmas.map(byName))),
        ("grounding", .string(person.grounding.rawValue)),
        ("contacts", .array(person.contacts.map(value(of:)))),
        ("exercise", .optional(analysis.exercise.map(JSONValue.string))),
        ("confidence", .number(analysis.confidence)),
        ("nearestExercise", .optional(analysis.nearest.map(value(of:)))),
        ("counted", .integer(analysis.count)),
        ("measures", JSONValue(analysis.measures)),
      ])
  }

  private static func value(of nearest: NearestExercise) -> JSONValue {
    .object([
      ("exercise", .string(nearest.exercise.rawValue)), ("confidence", .number(nearest.confidence)),
      ("against", .optional(nearest.evidence.map(JSONValue.string))),
    ])
  }

  private static func value(of contact: Contact) -> JSONValue {
    .object([
      ("point", .string(contact.point.rawValue)), ("start", .number(contact.start)),
      ("end", .number(contact.end)),
      ("startSigma", .optional(contact.startSigma.map(JSONValue.number))),
      ("endSigma", .optional(contact.endSigma.map(JSONValue.number))),
      ("probability", .number(contact.probability)),
    ])
  }

  /// Metres by the bones' lower joints as metres by the bones' names; a width is both its halves.
  private static func byName(_ metres: PerJoint<Double>) -> JSONValue {
    var named: [(name: String, metres: Double)] = []
    for bone in Anthropometry.bones where !named.contains(where: { $0.name == bone.name }) {
      let half = bone.proximal.mirrored == bone.distal ? metres[bone.proximal] : 0
      named.append((bone.name, half + metres[bone.distal]))
    }
    return JSONValue(boneLengths: named)
  }

  /// A repair under the frame's number in the file.
  private func value(of repair: Repair) -> JSONValue {
    .object([
      ("frame", .integer(sequence.recording.frames[repair.frame].index)),
      ("time", .number(repair.time)), ("person", .integer(repair.person)),
      ("kind", .string(repair.kind.rawValue)),
      ("joints", .array(repair.joints.map { .string($0.name) })),
    ])
  }
}

package import Kinematics
package import Pose3D
package import PoseDocuments
package import PoseMotion

/// A frame of a sequence that isn't over, as a line of `SequenceDocument`'s JSON Lines. It has the
/// counts of repetitions so far, which a document has as a whole.
package struct FrameLine {
  /// A person in the frame.
  package struct Person {
    /// As they are shown.
    package var pose: BodyPose
    /// As they were measured.
    package var measured: PoseObservation?
    /// The catalogue's angles of `pose`.
    package var angles: [JointAngle]
    /// The exercise, by its word in files; `nil` until it is known.
    package var exercise: String?
    /// The confidence in it, 0…1.
    package var confidence: Double
    /// Repetitions that counted, and those that didn't.
    package var count: (counted: Int, missed: Int)
    /// The points of the feet that rest on the ground; `nil` where that isn't followed.
    package var contacts: [ContactPoint]?

    package init(
      pose: BodyPose, measured: PoseObservation?, angles: [JointAngle], exercise: String?,
      confidence: Double, count: (counted: Int, missed: Int), contacts: [ContactPoint]?
    ) {
      (self.pose, self.measured, self.angles) = (pose, measured, angles)
      (self.exercise, self.confidence, self.count) = (exercise, confidence, count)
      self.contacts = contacts
    }
  }

  private let value: JSONValue

  /// A frame with its people.
  ///
  /// - Parameters:
  ///   - startsShot: whether the images were cut before it.
  ///   - vertical: the vertical of the people's angles, if it isn't the header's.
  ///   - fingers: the extended fingers; `nil` if this was not examined, or isn't known.
  package init(
    index: Int, time: Double, startsShot: Bool, people: [Person], vertical: WorldAxes?,
    fingers: FingerCount?, detail: SequenceDetail
  ) {
    let codec = BodyCodec.document
    let values = people.map { person in
      let members =
        switch detail {
        case .joints: codec.jointMembers(person.pose, isFilled: person.measured == nil)
        case .standard: codec.standardMembers(person.pose, measured: person.measured)
        case .full:
          codec.members(person.pose, angles: person.angles)
            + codec.members(measured: person.measured)
        }
      let doing = person.exercise.map { [("exercise", Self.exercise($0, of: person))] } ?? []
      let contacts = person.contacts.map { points in
        [("contacts", JSONValue.array(points.map { .string($0.rawValue) }))]
      }
      return Self.adding(doing + (contacts ?? []), to: .members(members))
    }
    let others =
      (vertical.map { [("vertical", JSONValue(vertical: $0))] } ?? [])
      + (fingers?.members ?? [])
    value = Self.adding(
      others,
      to: codec.value(index: index, time: time, startsShot: startsShot, people: values))
  }

  /// The line, without its end.
  package var text: String { value.compactText }

  private static func exercise(_ name: String, of person: Person) -> JSONValue {
    .object([
      ("name", .string(name)), ("confidence", .number(person.confidence)),
      ("count", .integer(person.count.counted)), ("missed", .integer(person.count.missed)),
    ])
  }

  private static func adding(_ others: [(String, JSONValue)], to value: JSONValue) -> JSONValue {
    guard case .object(let members) = value else { preconditionFailure("a frame is an object") }
    return .object(members + others)
  }
}

extension FingerCount {
  /// The members of a line or a message: the likeliest number, and the fewest and the most that it may be.
  package var members: [(String, JSONValue)] {
    [
      ("fingers", .integer(likeliest)),
      (
        "possibleFingers",
        .array([.integer(possible.lowerBound), .integer(possible.upperBound)])
      ),
    ]
  }
}

/// The people of a sequence's frames as a document has them.
struct FramePeople {
  private let sequence: PoseSequence
  private let detail: SequenceDetail

  init(_ document: SequenceDocument) { self.init(document.sequence, document.detail) }

  init(_ sequence: PoseSequence, _ detail: SequenceDetail) {
    (self.sequence, self.detail) = (sequence, detail)
  }

  private var recording: PoseRecording { sequence.recording }

  /// A frame with everyone who is known in it.
  func frame(at position: Int) -> JSONValue {
    let frame = recording.frames[position]
    return BodyCodec.document.value(
      index: frame.index, time: frame.time, startsShot: frame.startsShot, turn: frame.turn,
      people: sequence.people.compactMap { value(of: $0, at: position) })
  }

  /// A person: in full as in the document of a picture, whether a gap was filled, and what was measured;
  /// `nil` where they are not known, or their hips or trunk have no extent.
  private func value(of person: PersonMotion, at position: Int) -> JSONValue? {
    guard let state = person.states[position], let skeleton = person.skeleton(at: position),
      let pose = sequence.pose(of: person, at: position)
    else { return nil }
    let measured = state.observation.map { recording.frames[position].people[$0] }
    let codec = BodyCodec.document
    switch detail {
    case .joints: return .members(codec.jointMembers(pose, isFilled: measured == nil))
    case .standard: return .members(codec.standardMembers(pose, measured: measured))
    case .full:
      return .members(
        codec.members(
          pose, seen: sequence.poseToDraw(of: person, at: position), angles: skeleton.angles())
          + codec.members(measured: measured))
    }
  }
}

internal import Documents
internal import Kinematics
internal import Motion
internal import Pose3D

/// The people of a sequence's frames as a document has them.
struct FramePeople {
  private let sequence: PoseSequence

  init(_ document: SequenceDocument) { sequence = document.sequence }

  private var recording: PoseRecording { sequence.recording }

  /// A frame with everyone who is known in it.
  func frame(at position: Int) -> JSONValue {
    let frame = recording.frames[position]
    return .object([
      ("index", .integer(frame.index)), ("time", .number(frame.time)),
      ("people", .array(sequence.people.compactMap { value(of: $0, at: position) })),
    ])
  }

  /// A person as in the document of a picture, whether a gap was filled, and what was measured;
  /// `nil` where they are not known, or their hips or trunk have no extent.
  private func value(of person: PersonMotion, at position: Int) -> JSONValue? {
    guard let state = person.states[position], let skeleton = person.skeleton(at: position),
      let pose = sequence.pose(of: person, at: position)
    else { return nil }
    let measured = state.observation.map { recording.frames[position].people[$0] }
    return .object(
      SkeletonDocument.members(of: pose, angles: skeleton.angles())
        + [
          ("filled", .bool(state.isFilled)),
          ("raw", .optional(measured.map(Self.value(of:)))),
        ])
  }

  /// What was measured of a person, before it was repaired and smoothed.
  private static func value(of measured: PoseObservation) -> JSONValue {
    .object([
      ("bodyHeight", .number(measured.bodyHeight)),
      ("bodyHeightSigma", .optional(measured.bodyHeightSigma.map(JSONValue.number))),
      ("heightEstimation", .optional(measured.heightEstimation.map { .string($0.rawValue) })),
      (
        "cameraPositions",
        .array(Joint.allCases.map { .vector(measured.positions[$0]) })
      ),
      (
        "sigmas",
        .optional(measured.sigmas.map { sigmas in .numbers(Joint.allCases.map { sigmas[$0] }) })
      ),
      ("sources", .array(Joint.allCases.map { .string(measured.sources[$0].rawValue) })),
      ("feet", SkeletonDocument.feet(left: measured.leftFoot, right: measured.rightFoot)),
    ])
  }
}

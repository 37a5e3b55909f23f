internal import DepthIO
internal import Kinematics
internal import Pose3D

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The people of a sequence's frames as a document has them.
struct FramePeople {
  private let recording: PoseRecording
  private let people: [PersonMotion]
  private let camera: Camera
  private let gravity: Vector3?

  init(_ document: SequenceDocument) {
    recording = document.sequence.recording
    people = document.sequence.people
    guard let camera = recording.camera else { preconditionFailure("no camera") }
    self.camera = camera
    gravity = recording.gravity
  }

  /// A frame with everyone who is known in it.
  func frame(at position: Int) -> JSONValue {
    let frame = recording.frames[position]
    return .object([
      ("index", .integer(frame.index)), ("time", .number(frame.time)),
      ("people", .array(people.compactMap { value(of: $0, at: position) })),
    ])
  }

  /// A person as in the document of a picture, whether a gap was filled, and what was measured;
  /// `nil` where they are not known, or their hips or trunk have no extent.
  private func value(of person: PersonMotion, at position: Int) -> JSONValue? {
    guard let state = person.states[position], let skeleton = person.skeleton(at: position) else {
      return nil
    }
    let measured = state.observation.map { recording.frames[position].people[$0] }
    guard let pose = pose(of: person, state, measured) else { return nil }
    return .object(
      SkeletonDocument.members(of: pose, angles: skeleton.angles())
        + [
          ("filled", .bool(state.isFilled)),
          ("raw", .optional(measured.map(Self.value(of:)))),
        ])
  }

  private func pose(
    of person: PersonMotion, _ state: PersonMotion.State, _ measured: PoseObservation?
  ) -> BodyPose? {
    guard let sigmas = state.sigmas else {
      preconditionFailure("a lifted person's joints have sigmas")
    }
    return BodyPose(
      id: person.id, confidence: measured?.confidence ?? 0,
      joints: PerJoint { joint in
        BodyPose.JointEstimate(
          cameraPosition: state.positions[joint], confidence: exp(-sigmas[joint] / 0.1),
          sigma: sigmas[joint], source: state.sources[joint])
      },
      bodyHeight: person.bodyHeight,
      bodyHeightSigma: person.bodyHeightSigma ?? measured?.bodyHeightSigma ?? 0,
      heightEstimation: person.heightEstimation ?? .reference, camera: camera, gravity: gravity,
      leftFoot: state.leftFoot, rightFoot: state.rightFoot)
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

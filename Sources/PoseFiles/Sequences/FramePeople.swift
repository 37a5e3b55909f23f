internal import PoseDocuments
internal import Kinematics
internal import PoseMotion
internal import Pose3D

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
      index: frame.index, time: frame.time, startsShot: frame.startsShot,
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
        codec.members(pose, angles: skeleton.angles()) + codec.members(measured: measured))
    }
  }
}

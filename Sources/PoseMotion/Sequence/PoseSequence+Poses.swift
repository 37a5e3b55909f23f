public import Pose3D

extension PoseSequence {
  /// The people as they are in a frame of the recording, in the order of `people`: those who are
  /// known there. Empty when the joints are not in a camera's frame.
  public func poses(at frame: Int) -> [BodyPose] { people.compactMap { pose(of: $0, at: frame) } }

  /// One of the sequence's people in a frame of the recording, with the sequence's stature. `nil`
  /// if they are not known there, if hips or trunk have no extent, if the joints are not in a
  /// camera's frame, or if joints and stature have no uncertainty. In a filled gap its confidence
  /// is 0: the person was not detected.
  public func pose(of person: PersonMotion, at frame: Int) -> BodyPose? {
    guard let camera = recording.camera, let state = person.states[frame] else { return nil }
    var body = state.body
    body.stature = person.stature
    let confidence = state.observation.map { recording.frames[frame].people[$0].confidence }
    return BodyPose(
      body, id: person.id, confidence: confidence ?? 0, camera: camera, gravity: recording.gravity,
      world: world)
  }
}

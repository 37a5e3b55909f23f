public import Pose3D
internal import PoseGeometry
package import PoseImaging
internal import Kinematics

extension PoseSequence {
  /// The people as they are in a frame of the recording, in the order of `people`: those who are
  /// known there. Empty when the joints are not in a camera's frame.
  public func poses(at frame: Int) -> [BodyPose] { people.compactMap { pose(of: $0, at: frame) } }

  /// One of the sequence's people in a frame of the recording, with the sequence's stature. `nil`
  /// if they are not known there, if hips or trunk have no extent, if the joints are not in a
  /// camera's frame, or if joints and stature have no uncertainty. In a filled gap its confidence
  /// is 0: the person was not detected.
  public func pose(of person: PersonMotion, at frame: Int) -> BodyPose? {
    recording.camera.flatMap { pose(of: person, at: frame, by: $0, world: world) }
  }

  /// The people as they are drawn on a frame's image: as `poses(at:)`, but where the first of several
  /// cameras was knocked, in its frame since then.
  ///
  /// - Parameter camera: the camera of the image; a document's recording names it beside the joints.
  package func posesToDraw(at frame: Int, by camera: Camera) -> [BodyPose] {
    let time = recording.frames[frame].time
    guard let view = recording.views.first, view.cameraFromFrame(at: time) != view.cameraFromFrame
    else {
      return people.compactMap { pose(of: $0, at: frame, by: camera, world: world) }
    }
    let motion = view.cameraFromFrame(at: time)
    let gravity = recording.gravity.map { motion.rotation * $0 }
    return people.compactMap { person in
      pose(of: person, at: frame, by: camera, world: nil).flatMap { pose in
        BodyPose(
          pose.body.moved(by: motion), id: pose.id, confidence: pose.confidence, camera: camera,
          gravity: gravity, world: WorldAxes(cameraGravity: gravity))
      }
    }
  }

  private func pose(
    of person: PersonMotion, at frame: Int, by camera: Camera, world: WorldAxes?
  ) -> BodyPose? {
    guard let state = person.states[frame] else { return nil }
    var body = state.body
    body.stature = person.stature
    let confidence = state.observation.map { recording.frames[frame].people[$0].confidence }
    return BodyPose(
      body, id: person.id, confidence: confidence ?? 0, camera: camera, gravity: recording.gravity,
      world: world)
  }
}

internal import Kinematics
public import Pose3D

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension PoseSequence {
  /// The people as they are in a frame of the recording, in the order of `people`: those who are
  /// known there. Empty when the joints are not in a camera's frame.
  public func poses(at frame: Int) -> [BodyPose] { people.compactMap { pose(of: $0, at: frame) } }

  /// One of the sequence's people in a frame of the recording; `nil` where they are not known, where
  /// hips or trunk have no extent, and when the joints are not in a camera's frame.
  public func pose(of person: PersonMotion, at frame: Int) -> BodyPose? {
    guard let camera = recording.camera, let state = person.states[frame],
      let sigmas = state.sigmas
    else { return nil }
    let measured = state.observation.map { recording.frames[frame].people[$0] }
    return BodyPose(
      id: person.id, confidence: measured?.confidence ?? 0,
      joints: PerJoint { joint in
        BodyPose.JointEstimate(
          cameraPosition: state.positions[joint], confidence: exp(-sigmas[joint] / 0.1),
          sigma: sigmas[joint], source: state.sources[joint])
      },
      bodyHeight: person.bodyHeight,
      bodyHeightSigma: person.bodyHeightSigma ?? measured?.bodyHeightSigma ?? 0,
      heightEstimation: person.heightEstimation ?? .reference, camera: camera,
      gravity: recording.gravity, leftFoot: state.leftFoot, rightFoot: state.rightFoot)
  }
}

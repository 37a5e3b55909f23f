import Kinematics
import Pose3D
import PoseGeometry
import TestSupport
import Testing

@testable import MotionTestSupport
@testable import PoseMotion

/// Drawings on the images of a camera that was knocked.
struct KnockedViewTests {
  @Test(arguments: [false, true])
  func `people are drawn where the camera sees them since`(isKnocked: Bool) throws {
    var recording = GroundedSquat(duration: 2).recording()
    let camera = try #require(recording.camera)
    let motion = RigidTransform(
      rotation: Rotation.about(.y, by: 0.1), translation: Vector3(0.02, 0, 0.01))
    var view = RecordedView(name: "left", camera: camera, cameraFromFrame: .identity)
    if isKnocked {
      view.knocks = [
        .init(time: 1, timeSigma: 0.05, angle: 0.1, angleSigma: 0.01, cameraFromFrame: motion)
      ]
    }
    recording.views = [view]
    let sequence = PoseSequence(recording)
    for frame in recording.frames.indices {
      let pose = try #require(sequence.poses(at: frame).first)
      let drawn = try #require(sequence.posesToDraw(at: frame, by: camera).first)
      let moved = isKnocked && recording.frames[frame].time >= 1 ? motion : .identity
      for joint in Joint.allCases {
        let place = moved * pose.body.positions[joint]
        #expect((drawn.body.positions[joint] - place).length < 1e-9)
      }
      #expect((drawn.id, drawn.confidence) == (pose.id, pose.confidence))
    }
  }
}

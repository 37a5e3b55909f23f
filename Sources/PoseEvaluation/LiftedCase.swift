internal import Kinematics
package import Pose3D

/// A case with the skeleton that was lifted from it.
package struct LiftedCase: Sendable {
  /// The case.
  package let frame: EvaluationCase
  /// The skeleton.
  package let pose: BodyPose
  /// Its errors: against the truth in metres when there was a depth map, whether or not the lifter
  /// used it; else against the truth scaled to Vision's reference of 1.8 m.
  package let errors: PoseErrors

  init(frame: EvaluationCase, pose: BodyPose) {
    self.frame = frame
    self.pose = pose
    let scale =
      pose.depthUse == .notGiven ? Anthropometry.referenceHeight / frame.stature : 1
    errors = PoseErrors(
      of: pose.body.positions, truth: frame.truth.map { scale * $0 })
  }

  /// Relative error of the stature, positive when it is too tall; `nil` when it wasn't measured.
  package var statureError: Double? {
    pose.heightEstimation == .measured ? pose.bodyHeight / frame.stature - 1 : nil
  }
}

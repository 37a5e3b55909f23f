public import PoseGeometry
public import Kinematics

extension BodyEstimate {
  /// BlazePose's marks of the joints, in metres in the body's frame: on the skin or in the clothes
  /// beside some joints' centres, the centres themselves for the rest. A camera's keypoints are the
  /// projections of these marks.
  public var keypointMarks: PerJoint<Vector3> {
    let offsets = KeypointOffsets.offsets(positions, stature: stature.metres)
    return PerJoint { positions[$0] + offsets[$0] }
  }
}

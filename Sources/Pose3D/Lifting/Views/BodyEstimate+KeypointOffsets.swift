public import PoseGeometry
public import Kinematics

extension BodyEstimate {
  /// Where BlazePose marks the joints, in metres in the body's frame: on the skin or in the clothes beside some joints'
  /// centres, the centres themselves for the rest. What a camera shows of a body is where it shows these.
  public var keypointMarks: PerJoint<Vector3> {
    let offsets = KeypointOffsets.offsets(positions, stature: stature.metres)
    return PerJoint { positions[$0] + offsets[$0] }
  }
}

import PoseGeometry
import PoseImaging
import Kinematics
import Pose3D

/// People who stand facing the camera, drawn on plain pictures.
enum SyntheticPose {
  /// Metres right of and below the optical axis, of the middle and the person's left.
  private static let half: [(joint: Joint, x: Double, y: Double)] = [
    (.root, 0, 0.05), (.leftHip, 0.12, 0.05), (.leftKnee, 0.13, 0.5), (.leftAnkle, 0.16, 0.95),
    (.spine, 0, -0.2), (.centerShoulder, 0, -0.45), (.centerHead, 0, -0.7), (.topHead, 0, -0.82),
    (.leftShoulder, 0.2, -0.45), (.leftElbow, 0.45, -0.4), (.leftWrist, 0.5, -0.65),
  ]

  /// A camera whose picture shows the whole person at 3 m.
  static func camera(width: Int, height: Int) -> Camera {
    let focal = Double(min(width, height)) * 1.1
    return Camera(
      width: width, height: height, fx: focal, fy: focal, cx: Double(width - 1) / 2,
      cy: Double(height - 1) / 2, source: .user)
  }

  /// A person at `offset` metres from the optical axis at 3 m, seen in depth but for `sources`.
  static func standing(
    id: Int = 1, width: Int = 640, height: Int = 480, offset: Vector3 = .zero,
    sources: [Joint: JointSource] = [:]
  ) throws -> BodyPose {
    var places: [Joint: Vector3] = [:]
    for (joint, x, y) in half {
      places[joint] = Vector3(x, y, 3) + offset
      places[joint.mirrored] = Vector3(-x, y, 3) + offset
    }
    let body = BodyEstimate(
      positions: PerJoint { places[$0] ?? offset }, sigmas: PerJoint(repeating: 0.01),
      sources: PerJoint { sources[$0] ?? .depth },
      stature: Stature(metres: 1.74, sigma: 0.03, estimation: .measured))
    guard
      let pose = BodyPose(
        body, id: id, confidence: 1, camera: camera(width: width, height: height))
    else { throw NoAxes() }
    return pose
  }

  /// A picture of one colour that is none of the drawing's.
  static func picture(width: Int = 640, height: Int = 480) -> ColorImage {
    ColorImage(
      width: width, height: height, pixels: Array(repeating: 0x46, count: 3 * width * height))
  }

  struct NoAxes: Error {}
}

internal import Foundation
internal import Kinematics
internal import Pose3D
internal import PoseGeometry
internal import PoseMotion

extension PlacementScene {
  /// A body before a camera, and what follows of the camera's place.
  struct Observation {
    let scene: PlacementScene
    /// From below the middle of the person.
    let cameraFromPerson: RigidTransform

    /// - Parameter world: the vertical in the camera's frame.
    /// - Returns: `nil` if the body has no direction: lying on the side, or seen from above.
    init?(of pose: BodyPose, world: WorldAxes) {
      let p = pose.body.positions
      let up = world.up
      let across = p[.leftHip] - p[.rightHip] + p[.leftShoulder] - p[.rightShoulder]
      guard let left = (across - up * across.dot(up)).normalized,
        let axes = Rotation(nearestTo: left, up, left.cross(up))
      else { return nil }
      let personFromCamera = axes.inverse
      let joints = Joint.allCases.map { personFromCamera * p[$0] }
      let low = joints.reduce(joints[0]) { pointwiseMin($0, $1) }
      let high = joints.reduce(joints[0]) { pointwiseMax($0, $1) }
      let middle = (low + high) / 2
      let floor = low.y - Anthropometry.ankleHeightRatio * pose.bodyHeight
      let camera = Vector3(-middle.x, -floor, -middle.z)
      let distance = hypot(camera.x, camera.z)
      guard distance > 1e-3, camera.y.isFinite, distance.isFinite else { return nil }
      cameraFromPerson = RigidTransform(
        rotation: axes, translation: axes * Vector3(middle.x, floor, middle.z))
      let share = pose.distanceSigma / max(p[.root].length, 1e-3)
      let tilt = world.tiltSigma.pitch
      let front = axes.z
      let variance = [Joint.leftHip, .rightHip, .leftShoulder, .rightShoulder].reduce(0) {
        $0 + front.dot(pose.covariance($1) * front)
      }
      let turn = max(variance, 0).squareRoot() / max(across.length, 1e-3)
      scene = PlacementScene(
        azimuth: Value(
          value: atan2(camera.x, camera.z), sigma: hypot(min(turn, .pi), Self.stanceSigma)),
        distance: Value(
          value: distance,
          sigma: [
            distance * share, Self.middleSigma,
            abs(middle.y) * tilt + distance * tilt * tilt / 2,
          ].reduce(0, hypot)),
        height: Value(
          value: camera.y, sigma: hypot(camera.y * share, distance * tilt)),
        pitch: world.cameraPitch)
    }

    /// One standard deviation between the middle of a person in one image and that of the exercise along the
    /// floor, in metres; chosen: the hips of a deep squat are this far behind.
    private static let middleSigma = 0.15
    /// One standard deviation between the direction in which a person faces in one image and that in the
    /// exercise, in radians; chosen.
    private static let stanceSigma = 5 * Double.pi / 180
  }
}

package import PoseGeometry
package import PoseImaging
package import Kinematics
import Pose3D
import PoseSystem

/// How far the angles of a body would be off if the lifter measured them from the keypoints that are expected
/// of it.
///
/// Three parts add up in squares: the offset of the angle that the lifter finds from keypoints without errors,
/// a share of the sigma that the solver and its error model state, and a part that all views have. The two
/// numbers were fitted to 1,144 rendered images with known angles (docs/research/placement.md).
package struct ExpectedAngles {
  /// The expected error of an angle.
  package struct Angle {
    /// One standard deviation in radians; `nil` where the body doesn't have the angle.
    package let sigma: Double?
    /// Whether a joint of it is hidden, so that the lifter may leave it out. It has a sigma all the same, the
    /// prior's.
    package let isHidden: Bool
  }

  /// The camera, alike at every place.
  let camera: Camera
  /// In metres.
  let stature: Double
  /// Whether the lifter is given the direction of gravity.
  let knowsGravity: Bool

  /// - Parameters:
  ///   - camera: the camera, alike at every place.
  ///   - stature: in metres.
  ///   - knowsGravity: whether the lifter is given the direction of gravity.
  package init(camera: Camera, stature: Double, knowsGravity: Bool) {
    (self.camera, self.stature, self.knowsGravity) = (camera, stature, knowsGravity)
  }

  /// The share of the stated sigma that counts beside the offset.
  private static let statedShare = 0.4
  /// The part that all views have, in radians: by one camera, and by several.
  private static let common = (one: 2.5 * Double.pi / 180, several: 2.0 * Double.pi / 180)

  /// The expected errors in the order of the definitions; `nil` where the body can't be lifted, or is not in
  /// front of a camera.
  ///
  /// - Parameters:
  ///   - definitions: the angles.
  ///   - positions: the joints in a frame with y up, in metres.
  ///   - cameras: into each camera's frame from that one; with several all of them see the body.
  package func angles(
    _ definitions: [AngleDefinition], of positions: PerJoint<Vector3>,
    seenFrom cameras: [RigidTransform]
  ) -> [Angle]? {
    var views: [PersonView] = []
    var size = 0.0
    let up = Vector3(0, 1, 0)
    for cameraFromFrame in cameras {
      let seen = ExpectedKeypoints(
        of: positions.map { cameraFromFrame * $0 }, stature: stature,
        up: cameraFromFrame.rotation * up)
      guard let pose = seen.pose(in: camera) else { return nil }
      size = max(size, pose.extent)
      views.append(PersonView(pose: pose, camera: camera, cameraFromFrame: cameraFromFrame))
    }
    guard let solved = solved(views) else { return nil }
    let factor = PixelError.factor(size: size)
    let common = cameras.count > 1 ? Self.common.several : Self.common.one
    // The slopes of the angles are the true body's, the covariances the solver's.
    var truth = solved
    truth.positions = positions
    let stated = Self.angles(definitions, of: truth, isSeen: true)
    let found = Self.angles(definitions, of: solved, isSeen: true)
    let shown = Self.angles(definitions, of: solved, isSeen: false)
    return definitions.indices.map { index in
      var sigma: Double?
      if let own = stated[index].sigma, let value = stated[index].value,
        let seen = found[index].value
      {
        let noise = hypot(Self.statedShare * own, common) * factor
        sigma = hypot(noise, (seen - value).remainder(dividingBy: 2 * .pi))
      }
      return Angle(sigma: sigma, isHidden: shown[index].reason == .jointInferred)
    }
  }

  private static func angles(
    _ definitions: [AngleDefinition], of body: BodyEstimate, isSeen: Bool
  ) -> [JointAngle] {
    var skeleton = body.skeleton(world: nil)
    if isSeen { skeleton.inferred = [] }
    return skeleton.angles(definitions)
  }

  /// The body by the lifter, in the frame of the views.
  private func solved(_ views: [PersonView]) -> BodyEstimate? {
    let down = Vector3(0, -1, 0)
    var lifter = Lifter()
    lifter.options.bodyHeight = stature
    guard views.count == 1, let view = views.first else {
      lifter.options.gravity = knowsGravity ? down : nil
      guard let pose = try? lifter.bodyPose(from: views), pose.viewCount == views.count else {
        return nil
      }
      return pose.body
    }
    lifter.options.gravity = knowsGravity ? view.cameraFromFrame.rotation * down : nil
    guard let pose = try? lifter.bodyPose(from: view.pose, camera: view.camera) else { return nil }
    return pose.body.moved(by: view.cameraFromFrame.inverse)
  }
}

extension Pose2D {
  /// 2.6 times the root mean square spread of the limbs' keypoints, in pixels: two thirds of a standing
  /// body's height.
  var extent: Double {
    let places = points.values.map { SIMD2($0.x, $0.y) }
    guard !places.isEmpty else { return 0 }
    let middle = places.reduce(.zero, +) / Double(places.count)
    let squares = places.reduce(0) { $0 + (($1 - middle) * ($1 - middle)).sum() }
    return 2.6 * (squares / Double(places.count)).squareRoot()
  }
}

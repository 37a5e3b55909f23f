package import PoseGeometry
package import Kinematics
internal import PoseMotion
package import Pose3D

/// The rig of a person who is followed in motion: each frame's turns come from it and the frames
/// before.
///
/// As a clip's, but for what only a whole recording shows. Of a straight limb the turn about itself stays
/// the last that was seen. The bones have the lengths of the frame. The floor is where the feet were at
/// their lowest in the last half minute, a twentieth of the time below it.
package struct FollowingRig: Sendable {
  /// A person at a moment, in an upright frame: x to the camera's right, y up, z towards the
  /// camera, origin on the floor below the root of the first frame; metres.
  package struct Pose: Sendable {
    /// The joints.
    package let places: PerJoint<Vector3>
    /// The turn of each joint from a T-pose, in which nothing is turned: upright, arms out to the sides, palms
    /// down, facing +z.
    package let turns: PerJoint<Rotation>
    /// Each joint's place from its parent's in the T-pose; the root's from the floor.
    package let offsets: PerJoint<Vector3>
  }

  private let uprightFromCamera: Rotation
  private var twists = [TwistMean](repeating: TwistMean(), count: Limb.allCases.count)
  private var last: Double?
  private var origin: Vector3?
  private var soles: [(time: Double, height: Double)] = []

  /// Seconds of which the floor is taken, and from one look at the feet to the next.
  private static let (memory, interval) = (30.0, 0.2)

  /// The rig of a person who wasn't seen yet, by a camera with these axes.
  package init(world: WorldAxes) { uprightFromCamera = world.axes.inverse }

  /// The pose of the next frame; `nil` where hips or trunk have no extent.
  ///
  /// - Parameters:
  ///   - body: in the camera's frame.
  ///   - time: seconds, later than those before.
  package mutating func pose(of body: BodyEstimate, at time: Double) -> Pose? {
    let joints = body.positions.map { uprightFromCamera * $0 }
    guard let trunk = TrunkFrames(joints) else { return nil }
    let elapsed = last.map { max(0, time - $0) } ?? 0
    last = time
    var directions: [SIMD2<Double>] = []
    for (place, limb) in Limb.allCases.enumerated() {
      let seen = limb.twist(joints, trunk)
      twists[place].add(seen, after: elapsed)
      directions.append(TwistMean.blended(twists[place].direction, seen))
    }
    let rig = Rig(of: [joints], stature: body.stature.metres)
    learnFloor(from: joints, body, at: time)
    let start = origin ?? joints[.root]
    origin = start
    let offset = Vector3(start.x, floor, start.z)
    let pose = RigPose(joints, trunk, twists: directions)
    return Pose(
      places: joints.map { $0 - offset }, turns: pose.turns, offsets: rig.offsets)
  }

  private var floor: Double {
    let heights = soles.map(\.height).sorted()
    return heights[heights.count / 20]
  }

  private mutating func learnFloor(
    from joints: PerJoint<Vector3>, _ body: BodyEstimate, at time: Double
  ) {
    guard soles.last.map({ time - $0.time >= Self.interval - 1e-6 }) ?? true else { return }
    let ankleHeight = Anthropometry.ankleHeightRatio * body.stature.metres
    let ankles = [Joint.leftAnkle, .rightAnkle].map { joints[$0].y - ankleHeight }
    let feet = [body.leftFoot, body.rightFoot]
      .flatMap { [$0?.heel, $0?.toe] }
      .compactMap { $0.map { (uprightFromCamera * $0).y } }
    soles.append((time, (ankles + feet).min() ?? 0))
    soles.removeAll { time - $0.time > Self.memory }
  }
}

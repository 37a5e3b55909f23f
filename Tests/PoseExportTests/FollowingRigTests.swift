import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
@testable import PoseExport
import TestSupport
import Testing

/// A rig that looks only back does what the recording's does, where that needs nothing of what comes later.
struct FollowingRigTests {
  private static let world = WorldAxes(cameraGravity: nil)

  @Test(arguments: RecordedClip.names)
  func `where limbs are bent, joints turn as in the whole recording`(name: String) throws {
    let clip = try RecordedClip.measured(name)
    let motion = RigMotion(of: clip.people[0], times: clip.times)
    var rig = FollowingRig()
    var compared = 0
    for (frame, joints) in try RecordedClip.joints(name).enumerated() {
      let body = BodyEstimate(positions: joints)
      let shown = rig.pose(of: body, at: clip.times[frame], in: Self.world)
      let pose = try #require(shown)
      let whole = motion.pose(at: frame)
      for joint in [Joint.root, .spine, .centerShoulder, .centerHead] {
        #expect(Self.degrees(pose.turns[joint], whole.turns[joint]) < 1e-6)
      }
      for (limb, twist) in zip(Limb.allCases, motion.twists) where twist.isSeen[frame] {
        compared += 1
        for joint in [limb.proximal, limb.middle, limb.distal] {
          #expect(Self.degrees(pose.turns[joint], whole.turns[joint]) < 1e-6, "\(frame) \(joint)")
        }
      }
    }
    // The arms and legs of a jumping jack are straight.
    #expect(compared > 20 || name == "jumping_jack")
  }

  @Test(arguments: RecordedClip.names)
  func `the person begins over the origin, and in the end the floor is the recording's`(
    name: String
  ) throws {
    var rig = FollowingRig()
    let clip = try RecordedClip.measured(name)
    var height = 0.0
    for (frame, joints) in try RecordedClip.joints(name).enumerated() {
      let shown = rig.pose(
        of: BodyEstimate(positions: joints), at: Double(frame) / 30, in: Self.world)
      let pose = try #require(shown)
      if frame == 0 { #expect(abs(pose.places[.root].x) + abs(pose.places[.root].z) < 1e-9) }
      for joint in Joint.allCases {
        let (a, b) = (pose.places[joint] - pose.places[.root], joints[joint] - joints[.root])
        #expect((a - Vector3(b.x, -b.y, -b.z)).length < 1e-9)
      }
      height = pose.places[.root].y - clip.people[0].position(.root, frame).y
    }
    #expect(abs(height) < 0.05)
  }

  @Test func `a straight limb keeps the turn that was seen last`() throws {
    let joints = try RecordedClip.joints("curl")
    var rig = FollowingRig()
    let bent = try #require(joints.max { Self.bend($0) < Self.bend($1) })
    var straight = bent
    let upper = bent[.leftElbow] - bent[.leftShoulder]
    straight[.leftWrist] = bent[.leftElbow] + upper
    var turns: [Rotation] = []
    for (joints, time) in [(bent, 0.0), (straight, 0.1), (straight, 60)] {
      let shown = rig.pose(of: BodyEstimate(positions: joints), at: time, in: Self.world)
      turns.append(try #require(shown).turns[.leftShoulder])
    }
    #expect(Self.degrees(turns[0], turns[1]) < 1e-6)
    #expect(Self.degrees(turns[0], turns[2]) < 1e-6)
  }

  @Test func `a person is upright on the floor as soon as the vertical is known`() throws {
    let pitch = 20 * Double.pi / 180
    let camera = Rotation.about(.x, by: pitch)
    let tilted = WorldAxes(cameraGravity: camera * Vector3(0, 1, 0))
    var (rig, informed) = (FollowingRig(), FollowingRig())
    for (frame, joints) in try RecordedClip.joints("squat").prefix(60).enumerated() {
      let body = BodyEstimate(positions: joints.map { camera * $0 })
      let isKnown = frame >= 30
      let shown = rig.pose(
        of: body, at: Double(frame) / 30, in: isKnown ? tilted : Self.world)
      let known = informed.pose(of: body, at: Double(frame) / 30, in: tilted)
      let (pose, expected) = (try #require(shown), try #require(known))
      guard isKnown else { continue }
      for joint in Joint.allCases {
        let (a, b) = (pose.places[joint] - pose.places[.root], joints[joint] - joints[.root])
        #expect((a - Vector3(b.x, -b.y, -b.z)).length < 1e-9)
      }
      // The other foot may have been taken for the lower one, and what is below the ankle was tilted.
      #expect((pose.places[.root] - expected.places[.root]).length < 0.02, "\(frame)")
    }
  }

  private static func bend(_ joints: PerJoint<Vector3>) -> Double {
    let upper = joints[.leftElbow] - joints[.leftShoulder]
    let lower = joints[.leftWrist] - joints[.leftElbow]
    return upper.cross(lower).length / (upper.length * lower.length)
  }

  private static func degrees(_ a: Rotation, _ b: Rotation) -> Double {
    (a.inverse * b).rotationVector.length * 180 / .pi
  }
}

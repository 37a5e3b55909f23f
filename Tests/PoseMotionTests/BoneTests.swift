import PoseGeometry
import Kinematics
@testable import PoseMotion
import Pose3D
import Testing

struct BoneTests {
  @Test func `held bones are those of a general solver with constraints`() throws {
    let golden = try MotionGolden.bones()
    let held = ConstantBoneLengths(lengths: PerJoint { golden.lengths[$0.rawValue] })
    for (number, one) in golden.cases.enumerated() {
      let state = state(PerJoint { one.joints[$0.rawValue] }, PerJoint { one.sigmas[$0.rawValue] })
      let positions = try #require(held.held(state.body.positions, variances: state.variances))
      for joint in Joint.allCases {
        let miss = (positions[joint] - one.held[joint.rawValue]).length
        #expect(miss < Tolerance.solver, "case \(number), \(joint)")
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `every bone has its length, but those that follow the arms, and the middles are middles`(
    seed: UInt64
  ) throws {
    // Every other one is hardly a person: the steps don't settle.
    let motion = ShakyPerson(seed: seed, noise: seed % 2 == 0 ? 0.04 : 0.4).motion
    let held = motion.boneHeld(as: motion)
    let lengths = try #require(held.boneLengths)
    for joint in Joint.allCases { #expect(lengths[joint] == lengths[joint.mirrored]) }
    for (before, state) in zip(motion.states, held.states) {
      let (q, p) = (try #require(before).body.positions, try #require(state).body.positions)
      for bone in RigidBone.all {
        let expected = bone.followsArms ? bone.span(q).length : bone.length(lengths)
        #expect(abs(bone.span(p).length - expected) < Tolerance.bone, "\(bone.distal)")
      }
      let (hips, shoulders) = (p[.leftHip] + p[.rightHip], p[.leftShoulder] + p[.rightShoulder])
      #expect((hips / 2 - p[.root]).length < Tolerance.bone)
      #expect((shoulders / 2 - p[.centerShoulder]).length < Tolerance.bone)
    }
  }

  @Test func `trunk, neck and shoulders follow the arms, and nothing else does`() {
    let free = RigidBone.all.filter(\.followsArms).map(\.distal)
    #expect(free == [.centerShoulder, .leftShoulder, .centerHead])
  }

  @Test func `who is right already is left alone`() throws {
    let motion = ShakyPerson(seed: 1, noise: 0).motion
    let held = motion.boneHeld(as: motion)
    for (before, after) in zip(motion.states, held.states) {
      let (before, after) = (try #require(before), try #require(after))
      for joint in Joint.allCases {
        #expect(
          (before.body.positions[joint] - after.body.positions[joint]).length < Tolerance.bone)
      }
    }
  }

  @Test func `a clip's bones are nearer to the truth than a frame's`() throws {
    let truth = ShakyPerson(seed: 3, noise: 0).motion
    let shaky = ShakyPerson(seed: 3, noise: 0.03).motion
    let lengths = try #require(BoneLengths(of: shaky.states)).lengths
    let frame = try #require(BoneLengths(of: [shaky.states[0]])).lengths
    let expected = try #require(BoneLengths(of: truth.states)).lengths
    func error(_ found: PerJoint<Double>) -> Double {
      Joint.allCases.reduce(0) { $0 + abs(found[$1] - expected[$1]) } / 16
    }
    #expect(error(lengths) < 0.008)
    #expect(error(lengths) < 0.5 * error(frame))
    // A clip's sigmas are smaller than a frame's, and never below what its frames have in common.
    let sigmas = try #require(BoneLengths(of: shaky.states)).sigmas
    let few = try #require(BoneLengths(of: Array(shaky.states.prefix(3)))).sigmas
    for joint in Joint.allCases where joint != .root {
      #expect(
        sigmas[joint] > 0.054 * lengths[joint] && sigmas[joint] < 0.055 * lengths[joint] + 0.01)
    }
    #expect(Joint.allCases.reduce(0) { $0 + few[$1] - sigmas[$1] } > 0)
  }

  @Test func `frames that don't see a joint, or are unsure of it, don't say how long a bone is`()
    throws
  {
    var motion = ShakyPerson(seed: 5, noise: 0).motion
    let expected = try #require(BoneLengths(of: motion.states)).lengths
    for index in motion.states.indices where index % 3 != 0 {
      motion.states[index]?.body.positions[.leftAnkle].y += 0.2
      motion.states[index]?.body.sources[.leftAnkle] = .inferred
      motion.states[index]?.body.positions[.rightAnkle].y += 0.2
      motion.states[index]?.body.sources[.rightAnkle] = .inferred
    }
    var lengths = try #require(BoneLengths(of: motion.states)).lengths
    #expect(abs(lengths[.leftAnkle] - expected[.leftAnkle]) < Tolerance.bone)
    // Three frames of five point the forearms at the camera and make them too short.
    for index in motion.states.indices where index % 5 < 3 {
      for (elbow, wrist) in [(Joint.leftElbow, Joint.leftWrist), (.rightElbow, .rightWrist)] {
        let place = motion.states[index]?.body.positions[elbow] ?? .zero
        motion.states[index]?.body.positions[wrist] = place * (1 - 0.15 / place.length)
        motion.states[index]?.body.sigmas?[wrist] = 0.05
      }
    }
    lengths = try #require(BoneLengths(of: motion.states)).lengths
    #expect(abs(lengths[.leftWrist] - expected[.leftWrist]) < Tolerance.bone)
  }

  @Test func `feet go with their ankles, and a frame without directions stays`() throws {
    var motion = ShakyPerson(seed: 2, noise: 0.03).motion
    for index in motion.states.indices {
      let ankle = try #require(motion.states[index]).body.positions[.leftAnkle]
      motion.states[index]?.body.leftFoot = Foot(
        heel: ankle + Vector3(0, 0.05, 0.03), toe: ankle + Vector3(0, 0.05, -0.15))
    }
    let wrist = try #require(motion.states[4]).body.positions[.leftWrist]
    motion.states[4]?.body.positions[.leftElbow] = wrist
    let held = motion.boneHeld(as: motion)
    #expect(held.states[4]?.body.positions == motion.states[4]?.body.positions)
    for case let state? in held.states {
      let heel = try #require(state.body.leftFoot?.heel)
      #expect(
        (heel - state.body.positions[.leftAnkle] - Vector3(0, 0.05, 0.03)).length < Tolerance.exact)
    }
  }

  @Test func `without people there are no bones`() {
    let motion = PersonMotion(id: 0, times: [0, 1], states: [nil, nil], world: nil)
    #expect(motion.boneHeld(as: motion).boneLengths == nil)
  }

  @Test func `the bones add up to the stature`() throws {
    let motion = ShakyPerson(seed: 1, noise: 0).motion
    let bones = try #require(BoneLengths(of: motion.states))
    let positions = try #require(motion.states[0]).body.positions
    #expect(abs(bones.stature - Anthropometry.stature(of: positions)) < Tolerance.bone)
  }

  private func state(
    _ positions: PerJoint<Vector3>, _ sigmas: PerJoint<Double>
  ) -> PersonMotion.State {
    PersonMotion.State(
      BodyEstimate(positions: positions, sigmas: sigmas), observation: 0)
  }
}

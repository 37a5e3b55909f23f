import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
@testable import PoseExport
import TestSupport
import Testing

/// The properties of a rig that follows a person, for every person.
struct RigLawTests {
  private static func motion(_ clip: PoseClip) -> RigMotion {
    RigMotion(of: clip.people[0], times: clip.times)
  }

  private static func degrees(_ a: Rotation, _ b: Rotation) -> Double {
    (a.inverse * b).rotationVector.length * 180 / .pi
  }

  @Test(arguments: RecordedClip.names)
  func `forward kinematics of the local turns and places gives the joints`(name: String) throws {
    for clip in [try RecordedClip.processed(name), try RecordedClip.measured(name)] {
      let motion = Self.motion(clip)
      for frame in clip.times.indices {
        let pose = motion.pose(at: frame)
        var frames = PerJoint(repeating: RigidTransform.identity)
        for joint in Joint.allCases {
          let place =
            motion.moving.contains(joint) ? pose.localPlace(joint) : motion.rig.offsets[joint]
          let local = RigidTransform(rotation: pose.localTurn(joint), translation: place)
          frames[joint] = joint.parent.map { frames[$0] * local } ?? local
          let off = frames[joint].translation - clip.people[0].position(joint, frame)
          #expect(off.length < 5e-5, "\(frame) \(joint)")
        }
      }
    }
  }

  @Test(arguments: RecordedClip.names)
  func `held limbs only turn, and their rest pose has the person's bones`(name: String) throws {
    let clip = try RecordedClip.processed(name)
    let motion = Self.motion(clip)
    let limbs: [Joint] = [
      .leftKnee, .leftAnkle, .leftElbow, .leftWrist, .leftHip, .rightKnee, .rightAnkle,
      .rightElbow, .rightWrist, .rightHip, .topHead,
    ]
    #expect(motion.moving.isDisjoint(with: limbs))
    for joint in limbs {
      let parent = try #require(joint.parent)
      let bone = clip.people[0].position(joint, 0) - clip.people[0].position(parent, 0)
      #expect(abs(motion.rig.offsets[joint].length - bone.length) < 1e-6, "\(joint)")
    }
  }

  @Test func `the rest pose is a T with its soles on the floor, facing z`() throws {
    let rig = Self.motion(try RecordedClip.processed("walk")).rig
    let stature = try RecordedClip.processed("walk").people[0].stature
    #expect(abs(rig.places[.leftAnkle].y - 0.039 * stature) < 1e-9)
    #expect(rig.places[.leftWrist].y == rig.places[.leftShoulder].y)
    #expect(rig.places[.leftWrist].x > 0.5 && rig.places[.rightWrist].x < -0.5)
    for joint in Joint.allCases {
      let mirror = rig.places[joint.mirrored] * Vector3(-1, 1, 1)
      #expect((rig.places[joint] - mirror).length < 1e-9, "\(joint)")
    }
    #expect(try #require(rig.ends[.leftAnkle]).z > 0)
  }

  @Test(arguments: RecordedClip.names)
  func `a person mirrored is a rig mirrored`(name: String) throws {
    let joints = try RecordedClip.joints(name)
    let mirrored = joints.map { pose in
      PerJoint { pose[$0.mirrored] * Vector3(-1, 1, 1) }
    }
    let options = RecordedClip.untouched
    let own = Self.motion(
      try PoseClip(of: RecordedClip.sequence(of: [joints], options: options), path: name))
    let other = Self.motion(
      try PoseClip(of: RecordedClip.sequence(of: [mirrored], options: options), path: name))
    for frame in joints.indices {
      let (a, b) = (own.pose(at: frame), other.pose(at: frame))
      for joint in Joint.allCases {
        let turn = a.turns[joint.mirrored]
        // Mirrored in x: S R S.
        let flip = Vector3(-1, 1, 1)
        let expected = [turn.x * flip * -1, turn.y * flip, turn.z * flip]
        for (column, seen) in zip(expected, [b.turns[joint].x, b.turns[joint].y, b.turns[joint].z])
        {
          #expect((column - seen).length < 1e-6, "\(frame) \(joint)")
        }
      }
    }
  }

  /// An arm that swings out straight, bends, and is straight again; forearm and hinge known.
  private static func swinging(count: Int) -> [PerJoint<Vector3>] {
    (0..<count).map { frame in
      let phase = Double(frame) / Double(count - 1)
      // Bent by up to 60°, with stretches at either end and in the middle in which it is straight.
      let bend = max(0, sin(4 * .pi * phase)) * .pi / 3
      let twist = phase * 2
      var p = PerJoint(repeating: Vector3.zero)
      p[.leftHip] = Vector3(0.1, 0, 0)
      p[.rightHip] = Vector3(-0.1, 0, 0)
      for (joint, parent, offset) in [
        (Joint.leftKnee, Joint.leftHip, Vector3(0, 0.42, 0)),
        (.leftAnkle, .leftKnee, Vector3(0, 0.42, 0)), (.rightKnee, .rightHip, Vector3(0, 0.42, 0)),
        (.rightAnkle, .rightKnee, Vector3(0, 0.42, 0)), (.spine, .root, Vector3(0, -0.25, 0)),
        (.centerShoulder, .spine, Vector3(0, -0.25, 0)),
        (.centerHead, .centerShoulder, Vector3(0, -0.15, 0)),
        (.topHead, .centerHead, Vector3(0, -0.12, 0)),
        (.rightShoulder, .centerShoulder, Vector3(-0.18, 0, 0)),
        (.rightElbow, .rightShoulder, Vector3(0, 0.28, 0)),
        (.rightWrist, .rightElbow, Vector3(0, 0.25, 0)),
        (.leftShoulder, .centerShoulder, Vector3(0.18, 0, 0)),
        (.leftElbow, .leftShoulder, Vector3(0, 0.28, 0)),
        (
          .leftWrist, .leftElbow,
          Vector3(sin(bend) * sin(twist), cos(bend), -sin(bend) * cos(twist)) * 0.25
        ),
      ] { p[joint] = p[parent] + offset }
      return p
    }
  }

  @Test func `no turn jumps where a limb is straight and its turn can't be seen`() throws {
    let joints = Self.swinging(count: 301)
    let clip = try PoseClip(
      of: RecordedClip.sequence(of: [joints], options: RecordedClip.untouched), path: "swing")
    let motion = Self.motion(clip)
    let seen = motion.twists[0].isSeen
    #expect(seen.contains(true) && seen.contains(false))
    var largest = 0.0
    for frame in 1..<clip.frameCount {
      largest = max(
        largest,
        Self.degrees(
          motion.pose(at: frame - 1).turns[.leftShoulder],
          motion.pose(at: frame).turns[.leftShoulder]))
    }
    // Between the two stretches in which it is seen it turns by 50°, in about 0.2 s.
    #expect(largest < 20, "\(largest)")
    #expect(largest > 1)
  }

  @Test func `a limb that is never bent isn't turned about itself, however long it goes on`() throws
  {
    let joints = Self.swinging(count: 2)[0]
    let count = 3000
    let clip = try PoseClip(
      of: RecordedClip.sequence(
        of: [Array(repeating: joints, count: count)], options: RecordedClip.untouched),
      path: "still")
    let motion = Self.motion(clip)
    #expect(motion.twists.allSatisfy { $0.isSeen.allSatisfy { !$0 } })
    #expect(motion.twists.allSatisfy { $0.directions.allSatisfy { $0 == SIMD2(1, 0) } })
  }

  @Test func `what was seen once stays through minutes in which it isn't`() throws {
    let bent = Self.swinging(count: 301)[40]
    let straight = Self.swinging(count: 2)[0]
    let joints = [bent] + Array(repeating: straight, count: 6000)
    let clip = try PoseClip(
      of: RecordedClip.sequence(of: [joints], options: RecordedClip.untouched), path: "still")
    let twist = Self.motion(clip).twists[0]
    let (first, last) = (twist.directions[0], try #require(twist.directions.last))
    #expect(abs(first.y) > 0.01)
    #expect(abs(first.x - last.x) < 1e-9 && abs(first.y - last.y) < 1e-9)
  }
}

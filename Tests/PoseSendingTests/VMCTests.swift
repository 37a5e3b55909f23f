import PoseGeometry
import Kinematics
import Pose3D
import TestSupport
import Testing
@testable import PoseSending

/// What an avatar does that is moved by the bones that are sent, in Unity's axes: x to the right, y up, z
/// forward, left-handed.
struct VMCTests {
  /// A bone as a receiver has it; products of quaternions are the same in left- and right-handed axes.
  private struct Bone {
    var place: Vector3
    var turn: Rotation
  }

  private static func bones(_ datagrams: [[UInt8]]) throws -> [String: Bone] {
    var bones: [String: Bone] = [:]
    for datagram in datagrams {
      for message in try #require(ReceivedMessage.messages(datagram))
      where message.address == "/VMC/Ext/Bone/Pos" {
        #expect(message.tags == "sfffffff")
        let n = message.numbers
        let q = try #require(UnitQuaternion(w: n[6], x: n[3], y: n[4], z: n[5]))
        bones[message.texts[0]] = Bone(place: Vector3(n[0], n[1], n[2]), turn: Rotation(q))
      }
    }
    return bones
  }

  private static let parents: [(String, String)] = [
    ("Spine", "Hips"), ("Chest", "Spine"), ("Neck", "Chest"), ("Head", "Neck"),
    ("LeftUpperArm", "Chest"), ("LeftLowerArm", "LeftUpperArm"), ("LeftHand", "LeftLowerArm"),
    ("RightUpperArm", "Chest"), ("RightLowerArm", "RightUpperArm"),
    ("RightHand", "RightLowerArm"), ("LeftUpperLeg", "Hips"), ("LeftLowerLeg", "LeftUpperLeg"),
    ("LeftFoot", "LeftLowerLeg"), ("RightUpperLeg", "Hips"), ("RightLowerLeg", "RightUpperLeg"),
    ("RightFoot", "RightLowerLeg"),
  ]

  /// The bones' places in Unity's world.
  private static func posed(_ bones: [String: Bone]) throws -> [String: Vector3] {
    var turns = ["Hips": try #require(bones["Hips"]).turn]
    var places = ["Hips": try #require(bones["Hips"]).place]
    for (name, parent) in parents {
      let (bone, turn) = (try #require(bones[name]), try #require(turns[parent]))
      places[name] = try #require(places[parent]) + turn * bone.place
      turns[name] = turn * bone.turn
    }
    return places
  }

  private static let limbs: [(String, String, Joint, Joint)] = [
    ("LeftUpperArm", "LeftLowerArm", .leftShoulder, .leftElbow),
    ("LeftLowerArm", "LeftHand", .leftElbow, .leftWrist),
    ("RightUpperArm", "RightLowerArm", .rightShoulder, .rightElbow),
    ("RightLowerArm", "RightHand", .rightElbow, .rightWrist),
    ("LeftUpperLeg", "LeftLowerLeg", .leftHip, .leftKnee),
    ("LeftLowerLeg", "LeftFoot", .leftKnee, .leftAnkle),
    ("RightUpperLeg", "RightLowerLeg", .rightHip, .rightKnee),
    ("RightLowerLeg", "RightFoot", .rightKnee, .rightAnkle),
  ]

  @Test(arguments: ["squat", "turning", "jumping_jack", "walk", "lunge", "curl"])
  func `limbs that are rebuilt from what is sent point where the person's do`(name: String) throws {
    var format = VMCFormat()
    for (index, joints) in try Sent.joints(name).enumerated() {
      let datagrams = format.datagrams(of: Sent.frame(index, [(7, joints)]))
      #expect(datagrams.allSatisfy { $0.count <= 1400 })
      let places = try Self.posed(try Self.bones(datagrams))
      for (from, to, start, end) in Self.limbs {
        // The camera's frame to x right, y up, z towards the camera, then Unity's: x mirrored.
        let seen = joints[end] - joints[start]
        let expected = try #require(Vector3(-seen.x, -seen.y, -seen.z).normalized)
        let bone = try #require(places[to]) - (try #require(places[from]))
        let got = try #require(bone.normalized)
        #expect((got - expected).length < 1e-4, "\(index) \(from)")
      }
    }
  }

  @Test func `a T-pose before the camera turns nothing, and the hips are over the origin`() throws {
    var format = VMCFormat()
    let bones = try Self.bones(format.datagrams(of: Sent.frame(0, [(0, Sent.standing)])))
    #expect(bones.count == 17)
    for (name, bone) in bones {
      #expect(bone.turn.rotationVector.length < 1e-6, "\(name)")
    }
    let hips = try #require(bones["Hips"]).place
    #expect(abs(hips.x) < 1e-6 && abs(hips.z) < 1e-6 && abs(hips.y - 0.9) < 0.02)
    #expect(try #require(bones["LeftUpperLeg"]).place.x < -0.09)
  }

  /// Unity: a positive turn about y takes −x, where the left arm points, to z, forwards.
  @Test func `the left forearm bent forwards turns by 90° about Unity's y axis`() throws {
    var joints = Sent.standing
    joints[.leftWrist] = Sent.upright(Vector3(0.45, 1.4, 0.25))
    var format = VMCFormat()
    let bones = try Self.bones(format.datagrams(of: Sent.frame(0, [(0, joints)])))
    let turn = try #require(bones["LeftLowerArm"]).turn.rotationVector
    #expect((turn - Vector3(0, .pi / 2, 0)).length < 1e-5)
  }

  @Test func `a followed person stays followed, and an empty frame is sent as such`() throws {
    var format = VMCFormat()
    let (one, other) = (Sent.standing, Sent.standing.map { $0 + Vector3(1, 0, 0) })
    func loaded(_ index: Int, _ people: [(Int, PerJoint<Vector3>)]) throws -> (Int, Double?) {
      let datagrams = format.datagrams(of: Sent.frame(index, people))
      let messages = try datagrams.flatMap { try #require(ReceivedMessage.messages($0)) }
      #expect(messages.last?.address == "/VMC/Ext/T")
      let ok = try #require(messages.first { $0.address == "/VMC/Ext/OK" })
      return (ok.integers[0], try Self.bones(datagrams)["Hips"]?.place.x)
    }
    #expect(try loaded(0, [(4, one)]) == (1, 0))
    // Another one is nearer now.
    #expect(try loaded(1, [(5, other), (4, one)]).1 == 0)
    #expect(try loaded(2, [(5, other)]) == (0, nil))
    #expect(try loaded(3, []) == (0, nil))
    // After two seconds it is the other one, with an origin of their own.
    #expect(try loaded(70, [(5, other)]) == (1, 0))
  }
}

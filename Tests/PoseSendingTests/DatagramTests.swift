import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import TestSupport
import Testing
@testable import PoseSending

struct DatagramTests {
  // python-osc 1.9's bytes of the same messages.
  @Test func `messages and bundles have the bytes that another program writes`() {
    let bone = OSCMessage(
      "/VMC/Ext/Bone/Pos",
      [.text("Hips")] + [0.25, 1.5, -2, 0, 0.6, 0, 0.8].map(OSCMessage.Value.number))
    let ok = OSCMessage("/VMC/Ext/OK", [.integer(1)])
    let exercise = OSCMessage(
      "/pose3d/person/12/exercise", [.text("squat"), .integer(-3), .integer(70000)])
    let boneBytes =
      "2f564d432f4578742f426f6e652f506f730000002c736666666666666600000048697073000000003e800000"
      + "3fc00000c0000000000000003f19999a000000003f4ccccd"
    #expect(hex(bone.bytes) == boneBytes)
    #expect(hex(ok.bytes) == "2f564d432f4578742f4f4b002c69000000000001")
    #expect(
      hex(exercise.bytes)
        == "2f706f736533642f706572736f6e2f31322f657865726369736500002c736969000000007371756174000000"
        + "fffffffd00011170")
    #expect(
      OSCMessage.bundles(of: [bone, ok]).map(hex) == [
        "2362756e646c6500000000000000000100000044" + boneBytes
          + "000000142f564d432f4578742f4f4b002c69000000000001"
      ])
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  @Test(arguments: 0...3)
  func `OSC has every joint, angle and count in bundles that fit`(count: Int) throws {
    let joints = try Sent.joints("squat")[20]
    let people = (0..<count).map { (id: 10 + $0, joints: joints) }
    let frame = Sent.frame(5, people, fingers: 3, contacts: [.leftHeel, .rightToe])
    let bundles = OSCFormat().datagrams(of: frame)
    #expect(bundles.allSatisfy { $0.count <= 1400 })
    let messages = try bundles.flatMap { try #require(ReceivedMessage.messages($0)) }
    let first = try #require(messages.first)
    #expect(first.address == "/pose3d/frame" && first.integers == [5, count])
    #expect(messages[1].address == "/pose3d/fingers" && messages[1].integers == [3, 3, 4])
    for person in frame.people {
      let place = "/pose3d/person/\(person.id)"
      let own = messages.filter { $0.address.hasPrefix(place + "/") }
      #expect(own.first?.texts == ["squat"] && own.first?.integers == [3, 1])
      #expect(own[1].address == "\(place)/contacts" && own[1].texts == ["leftHeel", "rightToe"])
      for joint in Joint.allCases {
        let message = try #require(own.first { $0.address == "\(place)/joint/\(joint.name)" })
        let seen = joints[joint]
        for (number, expected) in zip(message.numbers, [seen.x, -seen.y, -seen.z]) {
          #expect(abs(number - expected) < 1e-5)
        }
      }
      let angles = own.filter { $0.address.hasPrefix("\(place)/angle/") }
      #expect(angles.count == person.angles.count { $0.value != nil })
    }
  }

  private struct Part: Decodable {
    struct Person: Decodable {
      struct Exercise: Decodable {
        var name: String
        var count: Int
        var missed: Int
      }

      var id: Int
      var bodyHeight: Double?
      var exercise: Exercise?
      var contacts: [String]?
      var joints: [String: [Double]]?
      var angles: [String: Double]?
    }

    var schema: String
    var frame: Int
    var time: Double
    var part: Int
    var parts: Int
    var people: Int
    var vertical: String
    var fingers: Int?
    var possibleFingers: [Int]?
    var person: Person?
  }

  @Test(arguments: 0...3)
  func `JSON has every joint and angle in documents that fit`(count: Int) throws {
    let joints = try Sent.joints("lunge")[15]
    let frame = Sent.frame(9, (0..<count).map { (id: $0, joints: joints) }, contacts: [.leftToe])
    let datagrams = JSONFormat().datagrams(of: frame)
    #expect(datagrams.allSatisfy { $0.count <= 1400 })
    let parts = try datagrams.map { try JSONDecoder().decode(Part.self, from: Data($0)) }
    #expect(parts.map(\.part) == Array(0..<datagrams.count))
    for part in parts {
      #expect(part.schema == "pose3d.live/1" && part.frame == 9 && abs(part.time - 0.3) < 1e-6)
      #expect(part.parts == datagrams.count && part.people == count)
      #expect(part.vertical == "gravity" && (part.person == nil) == (count == 0))
    }
    for person in frame.people {
      let own = parts.compactMap(\.person).filter { $0.id == person.id }
      let joint = try #require(own.compactMap(\.joints).first)
      #expect(own.compactMap(\.joints).count == 1 && joint.count == Joint.allCases.count)
      for (name, numbers) in joint {
        let seen = joints[try #require(Joint.allCases.first { $0.name == name })]
        #expect(numbers.count == 4)
        for (number, expected) in zip(numbers, [seen.x, -seen.y, -seen.z, 0.01]) {
          #expect(abs(number - expected) <= 0.00005 + 1e-9)
        }
      }
      let angles = own.compactMap(\.angles).flatMap { $0 }
      #expect(angles.count == person.angles.count { $0.value != nil })
      for (name, value) in angles {
        let angle = try #require(person.angles.first { $0.name == name }?.value)
        #expect(abs(value - angle * 180 / .pi) <= 0.05 + 1e-9)
      }
      #expect(own.first?.exercise?.count == 3 && own.first?.contacts == ["leftToe"])
    }
  }

  @Test(arguments: [nil, 0, 3] as [Int?])
  func `fingers have the numbers that they may be`(fingers: Int?) throws {
    let frame = Sent.frame(0, [(id: 0, joints: Sent.standing)], fingers: fingers)
    for datagram in JSONFormat().datagrams(of: frame) {
      let part = try JSONDecoder().decode(Part.self, from: Data(datagram))
      #expect(part.fingers == fingers && part.possibleFingers == fingers.map { [$0, $0 + 1] })
    }
  }

  @Test func `contacts that aren't followed are absent, and none are an empty list`() throws {
    let person = [(id: 0, joints: Sent.standing)]
    for contacts: [ContactPoint]? in [nil, []] {
      let frame = Sent.frame(0, person, contacts: contacts)
      let part = try JSONDecoder().decode(
        Part.self, from: Data(JSONFormat().datagrams(of: frame)[0]))
      #expect(part.person?.contacts == contacts.map { _ in [] })
      let messages = try OSCFormat().datagrams(of: frame).flatMap {
        try #require(ReceivedMessage.messages($0))
      }
      let sent = messages.filter { $0.address.hasSuffix("/contacts") }
      #expect(sent.map(\.texts) == (contacts == nil ? [] : [[]]))
    }
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `every datagram of JSON matches the published schema`() async throws {
    let folder = try TemporaryFolder()
    let joints = try Sent.joints("walk")
    var files: [String] = []
    for count in 0...2 {
      let people = (0..<count).map { (id: $0, joints: joints[$0]) }
      for (part, bytes) in JSONFormat().datagrams(
        of: Sent.frame(3, people, fingers: 4, contacts: [.leftAnkle])
      )
      .enumerated() {
        files.append(try folder.file("\(count)-\(part).json", bytes))
      }
    }
    try await SchemaValidator("live").expect(files)
  }
}

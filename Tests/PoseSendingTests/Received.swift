import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import TestSupport
@testable import PoseSending

/// A message of Open Sound Control as a receiver reads it.
struct ReceivedMessage: Equatable {
  var address: String
  var tags: String
  var texts: [String] = []
  var integers: [Int] = []
  var numbers: [Double] = []

  /// The messages of a bundle; `nil` for what is none.
  static func messages(_ bundle: [UInt8]) -> [ReceivedMessage]? {
    var rest = bundle[...]
    guard text(&rest) == "#bundle", rest.prefix(8) == [0, 0, 0, 0, 0, 0, 0, 1] else { return nil }
    rest = rest.dropFirst(8)
    var messages: [ReceivedMessage] = []
    while !rest.isEmpty {
      guard let size = word(&rest).map(Int.init), size % 4 == 0, size <= rest.count,
        let message = message(rest.prefix(size))
      else { return nil }
      messages.append(message)
      rest = rest.dropFirst(size)
    }
    return messages
  }

  private static func message(_ bytes: ArraySlice<UInt8>) -> ReceivedMessage? {
    var rest = bytes
    guard let address = text(&rest), let tags = text(&rest), tags.hasPrefix(",") else { return nil }
    var message = ReceivedMessage(address: address, tags: String(tags.dropFirst()))
    for tag in message.tags {
      switch tag {
      case "s":
        guard let text = text(&rest) else { return nil }
        message.texts.append(text)
      default:
        guard let word = word(&rest) else { return nil }
        if tag == "i" {
          message.integers.append(Int(Int32(bitPattern: word)))
        } else {
          message.numbers.append(Double(Float(bitPattern: word)))
        }
      }
    }
    return rest.isEmpty ? message : nil
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    let bytes = rest[rest.startIndex..<end]
    let size = (bytes.count / 4 + 1) * 4
    guard size <= rest.count,
      rest.dropFirst(bytes.count).prefix(size - bytes.count).allSatisfy({ $0 == 0 })
    else { return nil }
    rest = rest.dropFirst(size)
    return String(bytes: bytes, encoding: .ascii)
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// People before a level camera.
enum Sent {
  static let world = WorldAxes(cameraGravity: Vector3(0, 1, 0))

  private struct File: Decodable {
    var name: String
    var frames: [[Int]]
  }

  /// The joints of a clip of `fixtures/motion/clips` in the camera's frame, in metres.
  static func joints(_ name: String) throws -> [PerJoint<Vector3>] {
    let clips = try Fixture.decode([File].self, from: "motion/clips/clips.json")
    guard let clip = clips.first(where: { $0.name == name }) else {
      preconditionFailure("no clip \(name)")
    }
    return clip.frames.map { row in
      PerJoint { joint in
        let place = row[joint.rawValue * 3..<joint.rawValue * 3 + 3].map { Double($0) / 1000 }
        return Vector3(place[0], place[1], place[2])
      }
    }
  }

  static func body(_ joints: PerJoint<Vector3>) -> BodyEstimate {
    BodyEstimate(positions: joints, sigmas: PerJoint(repeating: 0.01))
  }

  static func frame(
    _ index: Int, _ people: [(id: Int, joints: PerJoint<Vector3>)], fingers: Int? = nil,
    contacts: [ContactPoint]? = nil
  ) -> SentFrame {
    SentFrame(
      index: index, time: Double(index) / 30, world: world,
      people: people.map { id, joints in
        let body = body(joints)
        return SentFrame.Person(
          id: id, confidence: 0.98765, body: body,
          angles: body.skeleton(world: world).angles(), exercise: "squat", count: 3, missed: 1,
          contacts: contacts)
      }, fingers: fingers.map { FingerCount(likeliest: $0, possible: $0...$0 + 1) })
  }

  /// A person 4 m before the camera in a T-pose, facing it: positions to the camera's right, up and
  /// towards it.
  static let standing = PerJoint<Vector3> { joint in
    let side = joint.name.hasPrefix("left") ? 1.0 : -1
    let place: Vector3 =
      switch joint {
      case .root: Vector3(0, 0.9, 0)
      case .spine: Vector3(0, 1.15, 0)
      case .centerShoulder: Vector3(0, 1.4, 0)
      case .centerHead: Vector3(0, 1.6, 0)
      case .topHead: Vector3(0, 1.75, 0)
      case .leftHip, .rightHip: Vector3(0.1 * side, 0.9, 0)
      case .leftKnee, .rightKnee: Vector3(0.1 * side, 0.5, 0)
      case .leftAnkle, .rightAnkle: Vector3(0.1 * side, 0.07, 0)
      case .leftShoulder, .rightShoulder: Vector3(0.18 * side, 1.4, 0)
      case .leftElbow, .rightElbow: Vector3(0.45 * side, 1.4, 0)
      case .leftWrist, .rightWrist: Vector3(0.7 * side, 1.4, 0)
      }
    return upright(place)
  }

  /// A place to the camera's right, up and towards it, from the floor 4 m before it, in the camera's frame.
  static func upright(_ place: Vector3) -> Vector3 {
    Vector3(place.x, 1.2 - place.y, 4 - place.z)
  }
}

internal import PoseDocuments
internal import PoseFiles
internal import PoseGeometry
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// A frame as JSON documents, `pose3d.live/1`, one a datagram: each person's joints, then their angles, in
/// as many as it takes. `schema/pose3d.live.schema.json` is the contract.
struct JSONFormat: DatagramFormat {
  func datagrams(of frame: SentFrame) -> [[UInt8]] {
    var bodies: [[(String, JSONValue)]] = []
    for person in frame.people {
      bodies.append([("person", Self.joints(of: person, in: frame))])
      bodies += Self.angles(of: person).map { [("person", $0)] }
    }
    if bodies.isEmpty { bodies = [[]] }
    return bodies.enumerated().map { part, body in
      let head: [(String, JSONValue)] = [
        ("schema", .string("pose3d.live/1")), ("frame", .integer(frame.index)),
        ("time", .number(frame.time)), ("part", .integer(part)),
        ("parts", .integer(bodies.count)), ("people", .integer(frame.people.count)),
        ("vertical", .string(frame.world.source.rawValue)),
      ]
      let fingers = frame.fingers?.members ?? []
      return Array(JSONValue.object(head + fingers + body).compactText.utf8)
    }
  }

  private static func joints(of person: SentFrame.Person, in frame: SentFrame) -> JSONValue {
    let sigmas = person.body.sigmas
    let joints = Joint.allCases.map { joint in
      let place = frame.place(joint, of: person)
      let numbers = [place.x, place.y, place.z] + (sigmas.map { [$0[joint]] } ?? [])
      return (joint.name, JSONValue.array(numbers.map { number($0, decimals: 4) }))
    }
    var members: [(String, JSONValue)] = [
      ("id", .integer(person.id)), ("confidence", number(person.confidence, decimals: 3)),
      ("bodyHeight", number(person.body.stature.metres, decimals: 3)),
    ]
    if let exercise = person.exercise {
      let counts: [(String, JSONValue)] = [
        ("name", .string(exercise)), ("count", .integer(person.count)),
        ("missed", .integer(person.missed)),
      ]
      members.append(("exercise", .object(counts)))
    }
    if let contacts = person.contacts {
      members.append(("contacts", .array(contacts.map { .string($0.rawValue) })))
    }
    return .object(members + [("joints", .object(joints))])
  }

  /// The angles in degrees, in parts that leave room for what stands before them.
  private static func angles(of person: SentFrame.Person) -> [JSONValue] {
    let room = Datagram.longest - 260
    var parts: [[(String, JSONValue)]] = []
    var left = 0
    for angle in person.angles {
      guard let value = angle.value else { continue }
      let size = angle.name.utf8.count + 12
      if left < size {
        parts.append([])
        left = room
      }
      parts[parts.count - 1].append((angle.name, number(value * 180 / .pi, decimals: 1)))
      left -= size
    }
    return parts.map { .object([("id", .integer(person.id)), ("angles", .object($0))]) }
  }

  private static func number(_ value: Double, decimals: Int) -> JSONValue {
    let scale = [1.0, 10, 100, 1000, 10000][decimals]
    return .number((value * scale).rounded() / scale)
  }
}

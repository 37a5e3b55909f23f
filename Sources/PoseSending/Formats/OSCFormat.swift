internal import PoseGeometry
internal import Kinematics
internal import PoseMotion
internal import Pose3D

/// Joints, angles and counts as messages of Open Sound Control, a frame in as many bundles as it takes:
/// first `/pose3d/frame`, then what belongs to it.
struct OSCFormat: DatagramFormat {
  func datagrams(of frame: SentFrame) -> [[UInt8]] {
    var messages = [
      OSCMessage(
        "/pose3d/frame",
        [.integer(frame.index), .number(frame.time), .integer(frame.people.count)])
    ]
    if let fingers = frame.fingers {
      let counts = [
        fingers.likeliest, fingers.possible.lowerBound, fingers.possible.upperBound,
      ]
      messages.append(OSCMessage("/pose3d/fingers", counts.map { .integer($0) }))
    }
    for person in frame.people { messages += Self.messages(of: person, in: frame) }
    return OSCMessage.bundles(of: messages)
  }

  private static func messages(of person: SentFrame.Person, in frame: SentFrame) -> [OSCMessage] {
    let address = "/pose3d/person/\(person.id)"
    var messages = [
      OSCMessage(
        "\(address)/exercise",
        [.text(person.exercise ?? ""), .integer(person.count), .integer(person.missed)])
    ]
    if let contacts = person.contacts {
      messages.append(
        OSCMessage("\(address)/contacts", contacts.map { .text($0.rawValue) }))
    }
    for joint in Joint.allCases {
      let place = frame.place(joint, of: person)
      messages.append(
        OSCMessage(
          "\(address)/joint/\(joint.name)",
          [.number(place.x), .number(place.y), .number(place.z)]))
    }
    for angle in person.angles {
      guard let value = angle.value else { continue }
      messages.append(OSCMessage("\(address)/angle/\(angle.name)", [.number(value * 180 / .pi)]))
    }
    return messages
  }
}

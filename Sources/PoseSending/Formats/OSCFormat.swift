internal import Kinematics
internal import Pose3D
internal import PoseGeometry
internal import PoseMotion

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

/// A message of Open Sound Control 1.0 (opensoundcontrol.stanford.edu, "OSC 1.0 Specification"): an address
/// and values. Everything is big-endian and padded with zeros to four bytes.
struct OSCMessage {
  enum Value {
    case integer(Int)
    case number(Double)
    case text(String)
  }

  let address: String
  let values: [Value]

  init(_ address: String, _ values: [Value]) { (self.address, self.values) = (address, values) }

  var bytes: [UInt8] {
    var bytes = Self.padded(address)
    let tags = values.map { value in
      switch value {
      case .integer: "i"
      case .number: "f"
      case .text: "s"
      }
    }
    bytes += Self.padded("," + tags.joined())
    for value in values {
      switch value {
      case .integer(let number): bytes += Self.word(UInt32(bitPattern: Int32(clamping: number)))
      case .number(let number): bytes += Self.word(Float(number).bitPattern)
      case .text(let text): bytes += Self.padded(text)
      }
    }
    return bytes
  }

  /// Bundles that hold these messages in their order, each as long as a datagram may be at most. Their time
  /// is "at once".
  static func bundles(of messages: [OSCMessage]) -> [[UInt8]] {
    let head = padded("#bundle") + [0, 0, 0, 0, 0, 0, 0, 1]
    var bundles: [[UInt8]] = []
    var bundle = head
    for message in messages {
      let bytes = message.bytes
      if bundle.count + 4 + bytes.count > Datagram.longest && bundle.count > head.count {
        bundles.append(bundle)
        bundle = head
      }
      bundle += word(UInt32(bytes.count)) + bytes
    }
    return bundle.count > head.count ? bundles + [bundle] : bundles
  }

  private static func word(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  /// A text with at least one zero after it.
  private static func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
  }
}

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

extension JSONText {
  /// A document of another syntax, written as JSON: there is one way to read values.
  convenience init(_ value: DocumentValue) {
    var bytes: [UInt8] = []
    Self.write(value, to: &bytes)
    do throws(DocumentNode.Problem) {
      // The reader of the other syntax has bounded its depth.
      try self.init(bytes, place: "", depthLimit: .max)
    } catch {
      preconditionFailure("what was written as JSON is none: \(error.message)")
    }
  }

  private static func write(_ value: DocumentValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += "\(value)".utf8
    case .number(let value) where value.isNaN: bytes += "NaN".utf8
    case .number(let value) where value.isInfinite:
      bytes += (value < 0 ? "-Infinity" : "Infinity").utf8
    case .number(let value): bytes += "\(value)".utf8
    case .string(let text): bytes += JSONValue.string(text).compactText.utf8
    case .array(let elements):
      bytes += "[".utf8
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes += ",".utf8 }
        write(element, to: &bytes)
      }
      bytes += "]".utf8
    case .object(let members):
      bytes += "{".utf8
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes += ",".utf8 }
        write(.string(member.key), to: &bytes)
        bytes += ":".utf8
        write(member.value, to: &bytes)
      }
      bytes += "}".utf8
    }
  }
}

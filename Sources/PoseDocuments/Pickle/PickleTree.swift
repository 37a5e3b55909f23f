/// The values in a pickle of Python's: dictionaries, lists, text, numbers and NumPy's arrays of numbers, which become
/// lists of lists.
///
/// A pickle is a program for a stack machine that may call any function of Python's. This machine calls none: it knows
/// the instructions that build data (`pickletools.py`, protocols 0 to 5), and what NumPy's arrays and numbers are
/// rebuilt from by name. Everything else is refused.
package enum PickleTree {
  /// Whether bytes begin as a pickle does that programs write today (protocols 2 to 5).
  package static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] == 0x80 && (2...5).contains(bytes[1])
  }

  /// The value. Throws a problem with the position of an unsound value or of one that is more than
  /// data.
  package static func value(of bytes: [UInt8]) throws(DocumentNode.Problem) -> DocumentValue {
    guard bytes.count <= sizeLimit else {
      throw DocumentNode.Problem(
        "this pickle has more than \(sizeLimit >> 20) MiB, and a camera's has some kilobytes: this must be "
          + "something else")
    }
    var machine = PickleMachine(bytes)
    defer { machine.forget() }
    let result = try machine.run()
    var tally: Tally = (0, 0)
    return try value(of: result, &tally, depth: 0)
  }

  /// Data that contain themselves, or stand for themselves again and again, don't end.
  private static let depthLimit = 32
  private static let limit = (values: 200_000, bytes: 16 << 20)
  /// The longest pickle that is read, in bytes.
  private static let sizeLimit = 1 << 20

  /// The values read so far, and the bytes of their texts.
  private typealias Tally = (values: Int, bytes: Int)

  private static let endless = DocumentNode.Problem(
    "this pickle holds more than \(limit.values) values or \(limit.bytes >> 20) MiB of text, or values in values in "
      + "values without end")

  private static func value(
    of object: PickleObject, _ tally: inout Tally, depth: Int
  ) throws(DocumentNode.Problem) -> DocumentValue {
    tally.values += 1
    if case .text(let text) = object.content { tally.bytes += text.utf8.count }
    guard depth < depthLimit, tally.values < limit.values, tally.bytes < limit.bytes else {
      throw endless
    }
    switch object.content {
    case .none: return .null
    case .bool(let value): return .bool(value)
    case .number(let value): return .number(value)
    case .text(let value): return .string(value)
    case .list(let items):
      var values: [DocumentValue] = []
      for item in items { values.append(try value(of: item, &tally, depth: depth + 1)) }
      return .array(values)
    case .dictionary(let pairs):
      var values: [String: DocumentValue] = [:]
      for (key, item) in pairs {
        let name: String
        switch key.content {
        case .text(let text):
          name = text
          tally.bytes += text.utf8.count
        case .number(let number): name = "\(number)"
        default: throw DocumentNode.Problem("this pickle has a dictionary whose keys are no names")
        }
        values[name] = try value(of: item, &tally, depth: depth + 1)
      }
      return .object(values)
    case .array(let array):
      tally.values += array.valueCount
      guard tally.values < limit.values else { throw endless }
      return array.value
    case .bytes, .name, .type, .blank:
      throw DocumentNode.Problem(
        "this pickle holds \(object.words), where text, numbers, lists, dictionaries and NumPy's arrays "
          + "of numbers are read")
    }
  }
}

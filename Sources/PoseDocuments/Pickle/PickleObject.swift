/// An object made by a pickle's instructions, which the memo may hold while it is filled.
final class PickleObject {
  enum Content {
    case none
    case bool(Bool)
    case number(Double)
    case text(String)
    case bytes([UInt8])
    /// Tuples, too.
    case list([PickleObject])
    case dictionary([(key: PickleObject, value: PickleObject)])
    /// Something of a Python module, by its name.
    case name(String)
    /// NumPy's type of an array's numbers.
    case type(PickleArray.Element)
    /// An array before its state.
    case blank
    case array(PickleArray)
  }

  var content: Content

  init(_ content: Content) { self.content = content }

  var items: [PickleObject]? {
    if case .list(let items) = content { items } else { nil }
  }
  var number: Double? {
    if case .number(let value) = content { value } else { nil }
  }
  var text: String? {
    if case .text(let value) = content { value } else { nil }
  }
  var bytes: [UInt8]? {
    if case .bytes(let value) = content { value } else { nil }
  }
  var type: PickleArray.Element? {
    if case .type(let value) = content { value } else { nil }
  }
  var isTrue: Bool {
    switch content {
    case .bool(let value): value
    case .number(let value): value != 0
    default: false
    }
  }

  /// The object in words.
  var words: String {
    switch content {
    case .none: "nothing"
    case .bool, .number: "a number"
    case .text: "text"
    case .bytes: "bytes"
    case .list: "a list"
    case .dictionary: "a dictionary"
    case .name(let name): "\"\(name)\" of Python's"
    case .type: "a type of NumPy's"
    case .blank: "an array without numbers"
    case .array: "an array"
    }
  }
}

/// A value in a document – JSON, or another syntax with the same kinds of values – together with where it stands, so that an error can name the place.
/// Not API: shared by the modules that read documents.
///
/// This exists beside Foundation's `JSONDecoder` because that one, on Linux, answers a syntax error
/// with "The given data was not valid JSON." and no position.
package struct DocumentNode: Sendable {
  /// A sentence about a document, without the document's name.
  package struct Problem: Error, Equatable {
    /// The error, the expected input and its place, as a sentence.
    package let message: String
    /// The place, as a path through the document's values; `nil` if it is about no single value.
    package let place: String?
    /// The remedy; `nil` if the sentence has it.
    package let remedy: RecoverySuggestion?

    /// A problem from its sentence.
    package init(_ message: String, at place: String? = nil, remedy: RecoverySuggestion? = nil) {
      self.message = message
      self.place = place
      self.remedy = remedy
    }
  }

  /// The value around another, for the path to it.
  fileprivate final class Container: Sendable {
    let node: DocumentNode

    init(_ node: DocumentNode) { self.node = node }
  }

  private let text: JSONText
  /// The value's entry.
  private let index: UInt32
  /// The value's position in a list; `nil` for the document itself and for a member of an object.
  private let position: UInt32?
  private let container: Container?

  /// The document in a file's bytes; throws a problem with line and column when it is no JSON.
  /// `place` begins the paths of its values where it is one of several documents in a file.
  package init(parsing bytes: [UInt8], place: String = "") throws(Problem) {
    self.init(try JSONText(bytes, place: place))
  }

  /// A document of another syntax that has the same kinds of values.
  package init(_ value: DocumentValue) { self.init(JSONText(value)) }

  private init(_ text: JSONText) {
    (self.text, index, position, container) = (text, 0, nil, nil)
  }

  private init(_ index: Int, position: UInt32? = nil, in container: Container) {
    text = container.node.text
    (self.index, self.position, self.container) = (UInt32(index), position, container)
  }

  private var entry: Int { Int(index) }
  private var kind: JSONText.Kind { text.kind(entry) }

  /// The value's path: `people[0].points.nose[1]`; empty for the document itself.
  package var path: String {
    guard let container else { return text.place }
    let path = container.node.path
    if let position { return "\(path)[\(position)]" }
    let name = text.string(entry - 1)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  /// The path, or "the document" for the document itself; how a sentence starts.
  package var place: String {
    let path = path
    return path.isEmpty ? "the document" : path
  }

  /// Whether this is an object.
  package var isObject: Bool { kind == .object }

  /// Whether this is a list.
  package var isList: Bool { kind == .array }

  /// Whether this is an object or a list and nothing is in it.
  package var isEmpty: Bool {
    (kind == .object || kind == .array) && text.next(after: entry) == entry + 1
  }

  /// Whether an object has a member of this name, null or not.
  package func has(_ key: String) -> Bool {
    kind == .object && text.member(key, of: entry) != nil
  }

  /// The member of an object; `nil` when it isn't there, is null, or this is no object. Of several of
  /// a name the last.
  package subscript(key: String) -> DocumentNode? {
    guard kind == .object, let member = text.member(key, of: entry), text.kind(member) != .null
    else { return nil }
    return DocumentNode(member, in: Container(self))
  }

  /// The names of an object's members in alphabetical order; empty for anything else.
  package var keys: [String] { kind == .object ? text.names(entry) : [] }

  /// The elements of a list; `nil` for anything else.
  package var elements: List? { kind == .array ? List(self) : nil }

  /// The text of a string; `nil` for anything else.
  package var string: String? { kind == .string ? text.string(entry) : nil }

  /// The value of true or false; `nil` for anything else.
  package var bool: Bool? { kind == .bool ? text.bool(entry) : nil }

  /// Whether this is null or a number that isn't finite: how programs write a measurement that they
  /// don't have.
  package var isMissing: Bool {
    switch kind {
    case .null: true
    case .number: !text.number(entry).isFinite
    default: false
    }
  }

  /// The elements of a list; throws a problem for anything else.
  package func list(of what: String) throws(Problem) -> List {
    guard let elements else { throw mismatch(expected: "a list of \(what)") }
    return elements
  }

  /// A finite number; throws a problem for anything else.
  package func number() throws(Problem) -> Double {
    guard kind == .number, case let number = text.number(entry), number.isFinite else {
      throw mismatch(expected: "a number")
    }
    return number
  }

  /// A list of finite numbers; throws a problem for anything else.
  package func numbers() throws(Problem) -> [Double] {
    var numbers: [Double] = []
    for element in try list(of: "numbers") { numbers.append(try element.number()) }
    return numbers
  }

  /// An integer of at least 1; throws a problem for anything else.
  package func positiveInteger() throws(Problem) -> Int {
    let number = try number()
    guard number >= 1, let integer = Int(exactly: number) else {
      throw mismatch(expected: "a whole number of at least 1")
    }
    return integer
  }

  /// A width or height of a picture in pixels.
  package func pictureSide() throws(Problem) -> Int {
    let side = try positiveInteger()
    guard side <= 1_000_000 else { throw mismatch(expected: "at most 1000000 pixels") }
    return side
  }

  /// The problem that something else stands here.
  package func mismatch(expected: String) -> Problem {
    Problem("\(place) is \(words) where \(expected) was expected", at: path)
  }

  /// The value in the words of an error message.
  private var words: String {
    switch kind {
    case .null: return "null"
    case .bool: return "\(text.bool(entry))"
    case .number:
      let number = text.number(entry)
      if number == number.rounded() { return number.wholeWords }
      return number.isNaN ? "NaN" : "\(number)"
    case .string:
      let string = text.string(entry)
      return string.count <= 40 ? "the text \"\(string)\"" : "a text"
    case .array: return "a list of \(text.count(entry))"
    case .object: return "an object"
    }
  }
}

extension DocumentNode {
  /// The elements of a list, made when they are asked for: a list of millions of numbers takes no more
  /// than the document does.
  package struct List: RandomAccessCollection, Sendable {
    private let container: Container
    /// The elements' entries; `nil` where they follow the list's own one by one.
    private let places: [UInt32]?
    package let count: Int

    fileprivate init(_ node: DocumentNode) {
      container = Container(node)
      places = node.text.places(node.entry)
      count = places?.count ?? node.text.count(node.entry)
    }

    /// The first element that is a list; `nil` when none is.
    package var firstList: DocumentNode? { first(.array) }

    /// The first element that is an object; `nil` when none is.
    package var firstObject: DocumentNode? { first(.object) }

    private func first(_ kind: JSONText.Kind) -> DocumentNode? {
      let text = container.node.text
      return places?.firstIndex { text.kind(Int($0)) == kind }.map { self[$0] }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(position: Int) -> DocumentNode {
      precondition(position >= 0 && position < count, "element \(position) of \(count)")
      return DocumentNode(
        places.map { Int($0[position]) } ?? container.node.entry + 1 + position,
        position: UInt32(position), in: container)
    }
  }
}

extension DocumentNode.Problem {
  /// The problem that a text isn't of a syntax, with the line and the column of the byte where it
  /// goes wrong.
  init(_ text: [UInt8], _ syntax: String, at position: Int, expected: String) {
    let before = text[..<min(position, text.count)]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    let place = position >= text.count ? "at its end" : "at line \(line), column \(column)"
    self.init("this is not \(syntax): \(place), \(expected) was expected")
  }
}

/// A value of a document in YAML, TOML or XML, of the kinds that JSON has (RFC 8259), plus the numbers
/// that it doesn't have.
package enum DocumentValue: Sendable {
  case null
  case bool(Bool)
  /// Not finite if the document has NaN, Infinity or a number too large for a `Double`.
  case number(Double)
  case string(String)
  case array([DocumentValue])
  case object([String: DocumentValue])
}

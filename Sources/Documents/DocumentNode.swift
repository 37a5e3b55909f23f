/// A value in a document – JSON, or another syntax with the same kinds of values – together with where it stands, so that an error can name the place.
/// Not API: shared by the modules that read documents.
///
/// This exists beside Foundation's `JSONDecoder` because that one, on Linux, answers a syntax error
/// with "The given data was not valid JSON." and no position.
package struct DocumentNode: Sendable {
  /// A sentence about a document, without the document's name.
  package struct Problem: Error, Equatable {
    /// What was found, what was expected, and where.
    package let message: String
    /// Where, as a path through the document's values; `nil` where it is about no single value.
    package let place: String?
    /// What would help; `nil` where the sentence says it.
    package let remedy: Remedy?

    /// A problem from its sentence.
    package init(_ message: String, at place: String? = nil, remedy: Remedy? = nil) {
      self.message = message
      self.place = place
      self.remedy = remedy
    }
  }

  /// Where the value stands: `people[0].points.nose[1]`; empty for the document itself.
  package let path: String
  private let value: DocumentValue

  /// The document in a file's bytes; throws a problem with line and column when it is no JSON.
  /// `place` begins the paths of its values where it is one of several documents in a file.
  package init(parsing bytes: [UInt8], place: String = "") throws(Problem) {
    var parser = JSONParser(bytes)
    self.init(path: place, value: try parser.document())
  }

  /// A document of another syntax that has the same kinds of values.
  package init(_ value: DocumentValue) { self.init(path: "", value: value) }

  private init(path: String, value: DocumentValue) {
    self.path = path
    self.value = value
  }

  /// The path, or "the document" for the document itself; how a sentence starts.
  package var place: String { path.isEmpty ? "the document" : path }

  /// Whether this is an object.
  package var isObject: Bool { if case .object = value { true } else { false } }

  /// The member of an object; `nil` when it isn't there, is null, or this is no object.
  package subscript(key: String) -> DocumentNode? {
    guard case .object(let members) = value, let member = members[key] else { return nil }
    if case .null = member { return nil }
    return DocumentNode(path: path.isEmpty ? key : "\(path).\(key)", value: member)
  }

  /// The names of an object's members in alphabetical order; empty for anything else.
  package var keys: [String] {
    if case .object(let members) = value { members.keys.sorted() } else { [] }
  }

  /// The elements of a list; `nil` for anything else.
  package var elements: [DocumentNode]? {
    guard case .array(let elements) = value else { return nil }
    return elements.enumerated().map { index, element in
      DocumentNode(path: "\(path)[\(index)]", value: element)
    }
  }

  /// The text of a string; `nil` for anything else.
  package var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The value of true or false; `nil` for anything else.
  package var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }

  /// Whether this is null or a number that isn't finite: how programs write a measurement that they
  /// don't have.
  package var isMissing: Bool {
    switch value {
    case .null: true
    case .number(let number): !number.isFinite
    default: false
    }
  }

  /// The elements of a list; throws a problem for anything else.
  package func list(of what: String) throws(Problem) -> [DocumentNode] {
    guard let elements else { throw mismatch(expected: "a list of \(what)") }
    return elements
  }

  /// A finite number; throws a problem for anything else.
  package func number() throws(Problem) -> Double {
    guard case .number(let number) = value, number.isFinite else {
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

  /// The problem that something else stands here.
  package func mismatch(expected: String) -> Problem {
    Problem("\(place) is \(value.words) where \(expected) was expected", at: path)
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

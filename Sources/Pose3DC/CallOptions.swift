import PoseAnalysis
import PoseDocuments

/// The options of a call, a JSON object: every value is checked where it is read, and an unknown
/// member is an error.
struct CallOptions {
  private let node: DocumentNode?

  /// - Parameters:
  ///   - text: the object, or NULL for none.
  ///   - names: the members that there may be.
  init(_ text: UnsafePointer<CChar>?, names: [String]) throws(Refusal) {
    guard let text else {
      node = nil
      return
    }
    let node: DocumentNode
    do throws(DocumentNode.Problem) {
      // Names of files in it may be any bytes.
      node = try DocumentNode(parsing: Array(String(fileSystemText: text).utf8))
    } catch {
      throw Refusal(option: "the options: \(error.message)")
    }
    guard node.isObject else { throw Refusal(option: "the options are no JSON object") }
    if let unknown = node.keys.first(where: { !names.contains($0) }) {
      throw Refusal(
        option: "there is no option \(unknown); there are \(names.joined(separator: ", "))")
    }
    self.node = node
  }

  /// Whether the option was given.
  func has(_ name: String) -> Bool { node?[name] != nil }

  func text(_ name: String) throws(Refusal) -> String? {
    guard let member = node?[name] else { return nil }
    guard let text = member.string else { throw Refusal(member, expected: "a text") }
    // C ends a text at its first zero: a path would be that of another file.
    guard !text.utf8.contains(0) else {
      throw Refusal(option: "\(name): the text has a zero character; leave it out")
    }
    return text
  }

  func flag(_ name: String) throws(Refusal) -> Bool? {
    guard let member = node?[name] else { return nil }
    guard let flag = member.bool else { throw Refusal(member, expected: "true or false") }
    return flag
  }

  /// A number in a range; `what` names the range in the sentence.
  func number(
    _ name: String, in range: ClosedRange<Double>, _ what: String
  ) throws(Refusal) -> Double? {
    guard let member = node?[name] else { return nil }
    guard let number = try? member.number(), range.contains(number) else {
      throw Refusal(member, expected: what)
    }
    return number
  }

  /// A number in the range of the option.
  func number(_ option: MeasurementOption) throws(Refusal) -> Double? {
    guard let range = option.range else { preconditionFailure("\(option) is not a number") }
    return try number(option.rawValue, in: range, option.expectation)
  }

  /// A whole number in a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let member = node?[name] else { return nil }
    guard let number = try? member.number(), let integer = Int(exactly: number),
      range.contains(integer)
    else {
      let bounds =
        range.upperBound == .max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw Refusal(member, expected: "a whole number \(bounds)")
    }
    return integer
  }

  /// So many finite numbers.
  func numbers(_ name: String, count: Int, _ what: String) throws(Refusal) -> [Double]? {
    guard let member = node?[name] else { return nil }
    guard let numbers = try? member.numbers(), numbers.count == count else {
      throw Refusal(member, expected: what)
    }
    return numbers
  }

  /// One of the words of a type.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, as type: Word.Type
  ) throws(Refusal) -> Word? where Word.RawValue == String {
    guard let member = node?[name] else { return nil }
    guard let word = member.string.flatMap(Word.init(rawValue:)) else {
      throw Refusal(
        member, expected: "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// A text, or a number as text.
  func textOrNumber(_ name: String) throws(Refusal) -> String? {
    guard let member = node?[name] else { return nil }
    if let text = member.string { return text }
    guard let number = try? member.number() else {
      throw Refusal(member, expected: "a text or a number")
    }
    return "\(number)"
  }
}

extension Refusal {
  /// Something else stands where a value was expected.
  fileprivate init(_ node: DocumentNode, expected: String) {
    self.init(option: node.mismatch(expected: expected).message)
  }
}

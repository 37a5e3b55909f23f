internal import Yams

/// The values in a YAML document, read with Yams.
package enum YAMLTree {
  /// Yams descends into a document by recursion: deeper ones are refused before it is asked.
  private static let depthLimit = 16
  /// A few aliases of aliases can stand for billions of values, or of bytes.
  private static let limit = (values: 100_000, bytes: 16 << 20)

  /// The values read so far, and the bytes of their texts.
  private typealias Tally = (values: Int, bytes: Int)

  package static func value(of text: String) throws(DocumentNode.Problem) -> DocumentValue {
    let document = withoutOpenCVDirective(text)
    try checkDepth(of: document)
    let node: Node?
    do {
      // The first of several: `rostopic echo` writes one for every message.
      var documents = try Yams.compose_all(yaml: document)
      node = documents.next()
      if let error = documents.error { throw error }
    } catch {
      throw DocumentNode.Problem("this is not YAML: \(place(of: error))")
    }
    guard let node else { throw DocumentNode.Problem("this is not YAML: the document is empty") }
    var tally: Tally = (0, 0)
    return try value(of: node, &tally, depth: 0)
  }

  /// OpenCV's first line is `%YAML:1.0`, which is no directive of YAML.
  private static func withoutOpenCVDirective(_ text: String) -> String {
    let start = text.drop { $0 == "\u{FEFF}" }
    guard start.hasPrefix("%YAML:") else { return String(start) }
    return "#" + start
  }

  /// Throws for a document that may be nested deeper than the limit: by brackets, or by the
  /// indentation and dashes at the start of a line.
  private static func checkDepth(of text: String) throws(DocumentNode.Problem) {
    var brackets = 0
    var indentation = 0
    var isAtStart = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (indentation, isAtStart) = (0, true)
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "-"), UInt8(ascii: "?"),
        UInt8(ascii: ":"):
        if isAtStart { indentation += 1 }
      default: isAtStart = false
      }
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { brackets += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { brackets = max(0, brackets - 1) }
      // Lists go on with an indentation of their own: OpenCV's of fifteen columns.
      guard brackets <= depthLimit, indentation <= 4 * depthLimit || !isAtStart else {
        throw DocumentNode.Problem(
          "this YAML is nested too deeply: at most \(depthLimit) levels were expected")
      }
    }
  }

  private static func value(
    of node: Node, _ tally: inout Tally, depth: Int
  ) throws(DocumentNode.Problem) -> DocumentValue {
    tally.values += 1
    if case .scalar(let scalar) = node { tally.bytes += scalar.string.utf8.count }
    guard tally.values <= limit.values, depth <= 5 * depthLimit else {
      throw DocumentNode.Problem("this YAML has more than \(limit.values) values, aliases counted")
    }
    guard tally.bytes <= limit.bytes else {
      throw DocumentNode.Problem(
        "this YAML has more than \(limit.bytes >> 20) MiB of text, aliases counted")
    }
    switch node {
    case .scalar(let scalar): return value(of: scalar)
    case .sequence(let sequence):
      var values: [DocumentValue] = []
      for element in sequence { values.append(try value(of: element, &tally, depth: depth + 1)) }
      return .array(values)
    case .mapping(let mapping):
      var members: [String: DocumentValue] = [:]
      for (key, element) in mapping {
        guard case .scalar(let name) = key else {
          throw DocumentNode.Problem("this YAML has a name that is no text")
        }
        tally.bytes += name.string.utf8.count
        members[name.string] = try value(of: element, &tally, depth: depth + 1)
      }
      return .object(members)
    case .alias: return .null
    }
  }

  /// A plain scalar by YAML 1.2's core schema, a quoted one as text.
  private static func value(of scalar: Node.Scalar) -> DocumentValue {
    guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
    switch scalar.string {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    case ".nan", ".NaN", ".NAN", ".Nan": return .number(.nan)
    case ".inf", ".Inf", ".INF", "+.Inf": return .number(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
    case let text:
      guard text.first?.isLetter == false, let number = Double(text) else { return .string(text) }
      return .number(number)
    }
  }

  /// Yams's description of an error, in one line and without the document's text.
  private static func place(of error: any Error) -> String {
    guard let error = error as? YamlError else { return "it can't be read" }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return "at line \(mark.line), column \(mark.column), \(problem)"
    case .duplicatedKeysInMapping(let keys, _):
      let names = keys.map { "\"\($0)\"" }.sorted().joined(separator: ", ")
      return "the name \(names) occurs twice"
    default: return "it has characters that YAML doesn't allow"
    }
  }
}

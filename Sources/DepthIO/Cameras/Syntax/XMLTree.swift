// FoundationXML: Swift's only XML parser that comes with the toolchain (libxml2).
private import Foundation
#if canImport(FoundationXML)
  private import FoundationXML
#endif

/// The values in an XML document as OpenCV's FileStorage writes it: an element with elements in it is
/// an object, one with several words of numbers a list, one with a word a number or a text.
enum XMLTree {
  /// libxml2 refuses documents nested deeper than 256; files of calibrations have three levels.
  private static let depthLimit = 64

  static func value(of bytes: [UInt8]) throws(JSONNode.Problem) -> JSONValue {
    let reader = Reader()
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else {
      throw reader.problem
        ?? JSONNode.Problem(
          "this is not XML: at line \(parser.lineNumber), column \(parser.columnNumber), it can't be "
            + "read on")
    }
    return root
  }

  private struct Element {
    let name: String
    var text = ""
    var members: [String: JSONValue] = [:]

    var value: JSONValue {
      guard members.isEmpty else { return .object(members) }
      let words = text.split { $0.isWhitespace }
      let numbers = words.compactMap { word in number(word) }
      guard numbers.count == words.count, !words.isEmpty else {
        let trimmed = words.joined(separator: " ")
        let isQuoted = trimmed.count >= 2 && trimmed.first == "\"" && trimmed.last == "\""
        return .string(isQuoted ? String(trimmed.dropFirst().dropLast()) : trimmed)
      }
      return numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map(JSONValue.number))
    }

    /// OpenCV writes `.Nan` and `.Inf`.
    private func number(_ word: Substring) -> Double? {
      switch word {
      case ".Nan": .nan
      case ".Inf": .infinity
      case "-.Inf": -.infinity
      default: word.first?.isLetter == true ? nil : Double(word)
      }
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    private(set) var root: JSONValue?
    private(set) var problem: JSONNode.Problem?
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(Element(name: elementName))
      guard open.count > XMLTree.depthLimit else { return }
      problem = JSONNode.Problem(
        "this XML is nested too deeply: at most \(XMLTree.depthLimit) levels were expected")
      parser.abortParsing()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      guard !open.isEmpty else { return }
      open[open.count - 1].text += string
    }

    func parser(
      _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      guard let element = open.popLast() else { return }
      if open.isEmpty {
        root = element.value
      } else {
        open[open.count - 1].members[element.name] = element.value
      }
    }
  }
}

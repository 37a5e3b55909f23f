internal import PoseDocuments

/// The syntax of a camera file, told from its first words and never from its name.
enum CameraSyntax {
  case json, yaml, xml, toml
  /// Numbers without names.
  case numbers
  /// The output of `rs-enumerate-devices -c`.
  case deviceListing

  /// The syntax of a text; `nil` for one that is none of these.
  init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).lazy
      .map { line in line.drop { $0 == " " || $0 == "\t" || $0 == "\u{FEFF}" } }
    let line = lines.first { !$0.isEmpty && $0.first != "#" } ?? ""
    switch line.first {
    case "{": self = .json
    case "<": self = .xml
    case "%": self = .yaml
    // A table's name in TOML, which has an equals sign further on; or a list in JSON.
    case "[": self = text.contains("=") ? .toml : .json
    case _ where text.contains("Intrinsic of \""): self = .deviceListing
    case _ where line.hasPrefix("---"): self = .yaml
    default:
      let firstMark = line.first { $0 == "=" || $0 == ":" }
      let isNumber = line.first.map { "+-.0123456789".contains($0) } ?? false
      if firstMark == "=" {
        self = .toml
      } else if firstMark == ":" {
        self = .yaml
      } else if isNumber {
        self = .numbers
      } else {
        return nil
      }
    }
  }
}

/// The values in XML as OpenCV's FileStorage writes it. An element with elements in it becomes an
/// object, one with several numbers a list, one with a number or a text just that; attributes say
/// nothing here.
enum FileStorageXML {
  static func value(of tree: XMLTree) -> DocumentValue {
    guard tree.elements.isEmpty else {
      let members = tree.elements.map { ($0.name, value(of: $0)) }
      return .object(Dictionary(members) { _, last in last })
    }
    return value(of: tree.text)
  }

  /// The value of an element's text; OpenCV writes `.Nan` and `.Inf`, and texts in quotes.
  private static func value(of text: String) -> DocumentValue {
    let words = text.split { $0.isWhitespace }
    let numbers = words.compactMap { word -> Double? in
      switch word {
      case ".Nan": .nan
      case ".Inf": .infinity
      case "-.Inf": -.infinity
      default: word.first?.isLetter == true ? nil : Double(word)
      }
    }
    guard numbers.count == words.count, !words.isEmpty else {
      let plain = words.joined(separator: " ")
      let isQuoted = plain.count >= 2 && plain.first == "\"" && plain.last == "\""
      return .string(isQuoted ? String(plain.dropFirst().dropLast()) : plain)
    }
    return numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map(DocumentValue.number))
  }
}

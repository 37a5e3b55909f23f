internal import PoseDocuments

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

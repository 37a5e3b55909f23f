/// The name of an angle taken apart: `leftKneeFlexion` is the left `knee flexion`.
package struct AngleWords: Sendable, Equatable {
  /// The side of the body that it is measured on.
  package enum Side: String, Sendable {
    case left, right
  }

  /// `nil` for an angle of the middle.
  package let side: Side?
  /// The words without the side, in small letters but for abbreviations: `knee`, `flexion`.
  package let words: [String]

  /// The parts of a name in camel case or with underscores.
  package init(_ name: String) {
    var words: [String] = []
    var previous: Character = "_"
    for character in name {
      let startsWord =
        character.isUppercase
        ? !previous.isUppercase && !previous.isNumber
        : character.isNumber && previous.isLowercase
      if character == "_" || character == " " || character == "." {
        words.append("")
      } else if startsWord || words.isEmpty {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
      previous = character
    }
    words = words.filter { !$0.isEmpty }.map { word in
      word.dropFirst().contains { $0.isUppercase || $0.isNumber } || word.first?.isNumber == true
        ? word : word.lowercased()
    }
    side = words.count > 1 ? words.first.flatMap(Side.init) : nil
    self.words = side == nil ? words : Array(words.dropFirst())
  }

  /// `left knee flexion`.
  package var text: String { ((side.map { [$0.rawValue] } ?? []) + words).joined(separator: " ") }
}

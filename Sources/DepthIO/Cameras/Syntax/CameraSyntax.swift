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

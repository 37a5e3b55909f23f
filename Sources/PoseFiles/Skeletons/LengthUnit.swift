/// The unit of a skeleton file's lengths. The raw value is its name on the command line.
public enum LengthUnit: String, CaseIterable, Sendable {
  case metre = "m"
  case centimetre = "cm"
  case millimetre = "mm"

  /// Metres a unit.
  public var metres: Double {
    switch self {
    case .metre: 1
    case .centimetre: 0.01
    case .millimetre: 0.001
    }
  }

  /// The unit under one of the names that files give it: `mm`, `millimetre`, `Millimeters`; `nil`
  /// for any other text.
  init?(written text: String) {
    var name = text.lowercased()
    if name.count > 2 && name.hasSuffix("s") { name.removeLast() }
    if name.hasSuffix("meter") { name = name.dropLast(2) + "re" }
    let names = ["metre": LengthUnit.metre, "centimetre": .centimetre, "millimetre": .millimetre]
    guard let unit = LengthUnit(rawValue: name) ?? names[name] else { return nil }
    self = unit
  }

  /// The unit in which a body is as tall as a person, 0.4 to 2.8 m; `nil` when there is none.
  init?(stature: Double) {
    let fitting = Self.allCases.first { (0.4..<2.8).contains(stature * $0.metres) }
    guard let fitting else { return nil }
    self = fitting
  }

  /// The unit in a sentence, `millimetres`.
  var plural: String { "\(self)s" }
}

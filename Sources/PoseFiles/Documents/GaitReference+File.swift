public import PoseDocuments
public import PoseMotion

/// A file of a group's walking, `pose3d.gaitReference/1`. `schema/pose3d.gaitReference.schema.json` is its contract.
extension GaitReference {
  /// The schema's name in the file.
  public static let schema = "pose3d.gaitReference/1"

  /// Reads a file.
  ///
  /// - Throws: `FileError`: `noSuchFile`; `unsuitable` with the place in the document for anything that the schema
  ///   doesn't have, a unit that isn't the quantity's, a standard deviation that isn't more than 0, a number that no
  ///   walking has, and a quantity or an angle that is there twice.
  public init(contentsOf path: String) throws(FileError) {
    let bytes = try FileBytes.read(path, limit: 1 << 20)
    do throws(DocumentNode.Problem) {
      try self.init(DocumentNode(parsing: bytes))
    } catch {
      throw FileError(.unsuitable, path: path, error)
    }
  }

  private init(_ document: DocumentNode) throws(DocumentNode.Problem) {
    guard document["schema"]?.string == Self.schema else {
      throw DocumentNode.Problem("this is no \(Self.schema)")
    }
    var measures: [Measure] = []
    if let list = document["measures"] {
      for node in try list.list(of: "measures") {
        let measure = try Measure(node)
        guard !measures.contains(where: { $0.quantity == measure.quantity }) else {
          throw DocumentNode.Problem(
            "\(node.place) is a second \(measure.quantity.rawValue)", at: node.path)
        }
        measures.append(measure)
      }
    }
    var curves: [Curve] = []
    if let list = document["curves"] {
      for node in try list.list(of: "curves") {
        let curve = try Curve(node)
        guard !curves.contains(where: { $0.angle == curve.angle }) else {
          throw DocumentNode.Problem("\(node.place) is a second \(curve.angle)", at: node.path)
        }
        curves.append(curve)
      }
    }
    guard !(measures.isEmpty && curves.isEmpty) else {
      throw DocumentNode.Problem("it has neither \"measures\" nor \"curves\"")
    }
    self.init(
      name: try document.word("name", "the group's name"),
      source: try document.word("source", "the source of the values"),
      measures: measures, curves: curves)
  }
}

extension GaitReference.Measure {
  /// No quantity is larger in any of its units.
  private static let largest = 10_000.0

  fileprivate init(_ node: DocumentNode) throws(DocumentNode.Problem) {
    typealias Quantity = GaitAnalysis.Quantity
    let quantity: Quantity = try node.choice(
      "quantity", of: Quantity.allCases.map { ($0.rawValue, $0) })
    let factor = try node.choice("unit", of: quantity.unit.spellings)
    let (most, words) = (Self.largest, "a number")
    self.init(
      quantity: quantity,
      mean: try node.required("mean", words).number(upTo: most) * factor,
      deviation: try node.required("standardDeviation", words).number(upTo: most, isPositive: true)
        * factor)
  }
}

extension GaitReference.Curve {
  /// Degrees: no angle is larger.
  private static let largest = 360.0

  fileprivate init(_ node: DocumentNode) throws(DocumentNode.Problem) {
    let angle = try node.choice("angle", of: GaitAnalysis.angles.map { ($0, $0) })
    let mean = try node.required("mean", "a list of numbers").numbers(upTo: Self.largest)
    let deviation = try node.required("standardDeviation", "a list of numbers")
      .numbers(upTo: Self.largest, isPositive: true)
    guard (2...10_001).contains(mean.count), mean.count == deviation.count else {
      throw DocumentNode.Problem(
        "\(node.place) has \(mean.count) means and \(deviation.count) standard deviations where two or more, as many of each, were expected",
        at: node.path)
    }
    self.init(
      angle: angle, mean: mean.map { $0 * .pi / 180 }, deviation: deviation.map { $0 * .pi / 180 })
  }
}

extension GaitAnalysis.Quantity.Unit {
  /// The words for the unit in a reference, those of the literature among them, and the factor of their values.
  fileprivate var spellings: [(String, Double)] {
    switch self {
    case .perMinute: [("1/min", 1), ("1/s", 60)]
    case .metrePerSecond: [("m/s", 1), ("cm/s", 0.01)]
    case .second: [("s", 1), ("ms", 0.001)]
    case .fraction: [("fraction", 1), ("%", 0.01)]
    case .metre: [("m", 1), ("cm", 0.01), ("mm", 0.001)]
    case .radian: [("deg", .pi / 180)]
    }
  }
}

extension DocumentNode {
  fileprivate func required(_ name: String, _ expected: String) throws(Problem) -> DocumentNode {
    guard let member = self[name] else {
      throw Problem("\(place) has no \"\(name)\" where \(expected) was expected", at: path)
    }
    return member
  }

  fileprivate func word(_ name: String, _ expected: String) throws(Problem) -> String {
    let member = try required(name, expected)
    guard let word = member.string, !word.isEmpty else {
      throw member.mismatch(expected: expected)
    }
    return word
  }

  fileprivate func choice<Value>(
    _ name: String, of choices: [(String, Value)]
  ) throws(Problem) -> Value {
    let expected = "one of " + choices.map { "\"\($0.0)\"" }.joined(separator: ", ")
    let member = try required(name, expected)
    guard let choice = choices.first(where: { $0.0 == member.string }) else {
      throw member.mismatch(expected: expected)
    }
    return choice.1
  }

  fileprivate func number(upTo most: Double, isPositive: Bool = false) throws(Problem) -> Double {
    // The least positive number is far below any spread, and far above those that vanish in another unit.
    let least = isPositive ? 1e-6 : -most
    guard let number = try? number(), (least...most).contains(number) else {
      let words = isPositive ? "0.000001" : "-\(Int(most))"
      throw mismatch(expected: "a number from \(words) to \(Int(most))")
    }
    return number
  }

  fileprivate func numbers(
    upTo most: Double, isPositive: Bool = false
  ) throws(Problem) -> [Double] {
    var numbers: [Double] = []
    for element in try list(of: "numbers") {
      numbers.append(try element.number(upTo: most, isPositive: isPositive))
    }
    return numbers
  }
}

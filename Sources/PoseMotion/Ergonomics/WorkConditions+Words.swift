/// Statements about the work as people write them: `8kg,shock`, `bent,twisted`.
extension WorkConditions {
  /// A statement that isn't understood.
  public struct Unreadable: Error, Sendable, Equatable, CustomStringConvertible {
    /// The input.
    public let input: Input
    /// The expected words, as a sentence without a full stop.
    public let description: String
  }

  /// Takes over a statement.
  ///
  /// - Parameters:
  ///   - input: what it is about.
  ///   - text: the words of `Load` (`8kg`, `8kg,shock`), `Coupling`, `Activity` (or `none`), `Wrist` (`bent,deviated`),
  ///     `Arms` (`free`, or of `raised` and `supported`) and `Legs`; of the neck `straight` or `twisted`. Several are
  ///     separated by commas.
  public mutating func state(_ input: Input, _ text: String) throws(Unreadable) {
    let words = Words(input, text)
    switch input {
    case .load: load = try words.load()
    case .coupling: coupling = try words.one(of: Coupling.self)
    case .activity:
      activity =
        try words.known(Activity.allCases.map(\.rawValue) + ["none"], alone: "none") == ["none"]
        ? [] : Set(words.all.compactMap(Activity.init(rawValue:)))
    case .wrist:
      let known = try words.known(Wrist.Bend.allCases.map(\.rawValue) + ["deviated", "twisted"])
      let bends = known.compactMap(Wrist.Bend.init(rawValue:))
      guard bends.count < 2 else {
        throw Unreadable(input: input, description: "give one of neutral, slight and bent")
      }
      wrist = Wrist(
        bends.first ?? .neutral, isDeviated: known.contains("deviated"),
        isTwisted: known.contains("twisted"))
    case .arms:
      let known = try words.known(["free", "raised", "supported"], alone: "free")
      arms = Arms(
        areRaised: known.contains("raised"), areSupported: known.contains("supported"))
    case .neckTwist:
      neckIsTwisted = try words.known(["straight", "twisted"], isOne: true) == ["twisted"]
    case .legs: legs = try words.one(of: Legs.self)
    }
  }

  /// The words of a statement.
  private struct Words {
    let input: Input
    let all: [String]

    init(_ input: Input, _ text: String) {
      self.input = input
      all = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.split(separator: " ").joined(separator: " "))
      }
    }

    func load() throws(Unreadable) -> Load {
      let number = all[0].hasSuffix("kg") ? all[0].dropLast(2) : all[0][...]
      guard let kilograms = Double(number.split(separator: " ").joined()),
        (0...1000).contains(kilograms), all.count == 1 || all.dropFirst() == ["shock"]
      else {
        throw Unreadable(
          input: input, description: "a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock")
      }
      return Load(kilograms: kilograms, isShock: all.count == 2)
    }

    func one<Value: RawRepresentable & CaseIterable>(
      of type: Value.Type
    ) throws(Unreadable) -> Value where Value.RawValue == String {
      let known = type.allCases.map(\.rawValue)
      guard all.count == 1, let value = Value(rawValue: all[0]) else { throw unknown(known) }
      return value
    }

    /// The words, of which all have to be known.
    ///
    /// - Parameters:
    ///   - alone: the word that stands by itself.
    ///   - isOne: whether there is one word only.
    func known(
      _ known: [String], alone: String? = nil, isOne: Bool = false
    ) throws(Unreadable) -> Set<String> {
      guard all.allSatisfy(known.contains), !isOne || all.count == 1 else { throw unknown(known) }
      let words = Set(all)
      if let alone, words.count > 1, words.contains(alone) {
        throw Unreadable(input: input, description: "\(alone) stands alone")
      }
      return words
    }

    private func unknown(_ known: [String]) -> Unreadable {
      Unreadable(
        input: input,
        description: "the words are " + known.dropLast().joined(separator: ", ") + " and "
          + (known.last ?? ""))
    }
  }
}

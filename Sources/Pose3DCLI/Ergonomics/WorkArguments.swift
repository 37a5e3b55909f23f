import ArgumentParser
import PoseMotion

/// What a camera can't see of the work. What isn't stated enters the scores as a range.
struct WorkArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The load or force in kilograms: 8kg; with shocks or a rapid build-up 8kg,shock.",
      valueName: "load"))
  var load: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The grip on the load: good (a handle that fits), fair, poor, or unacceptable.",
      valueName: "grip"))
  var coupling: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What applies of static (held for more than a minute), repeated (more than four times a minute) "
        + "and rapid (large rapid changes of posture), separated by commas; or none.",
      valueName: "activity"))
  var activity: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The wrists: neutral, slight (bent up to 15°) or bent, with deviated (to a side) and twisted "
        + "(forearm turned to the end) if they apply: bent,twisted.", valueName: "wrists"))
  var wrist: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The arms: free, or what applies of raised (shoulders) and supported: raised,supported.",
      valueName: "arms"))
  var arms: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The neck: straight or twisted.", valueName: "neck"))
  var neck: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "standing (the feet that carry are found), both (feet carry, or walking), one, or sitting.",
      valueName: "legs"))
  var legs: String?

  func validate() throws { _ = try conditions() }

  /// What is stated.
  func conditions() throws -> WorkConditions {
    var conditions = WorkConditions()
    conditions.load = try load.map(Self.load)
    conditions.coupling = try coupling.map { text in
      try Self.word("--coupling", text, as: WorkConditions.Coupling.self)
    }
    conditions.activity = try activity.map { text in
      let words = Self.words(text)
      if words == ["none"] { return [] }
      return Set(
        try words.map {
          try Self.word(
            "--activity", $0, as: WorkConditions.Activity.self, given: text, further: ["none"])
        })
    }
    conditions.wrist = try wrist.map(Self.wrist)
    conditions.arms = try arms.map { text in
      let words = Set(Self.words(text))
      try Self.check("--arms", text, words, ["free", "raised", "supported"], alone: "free")
      return WorkConditions.Arms(
        areRaised: words.contains("raised"), areSupported: words.contains("supported"))
    }
    conditions.neckIsTwisted = try neck.map { text in
      try Self.check("--neck", text, [text], ["straight", "twisted"])
      return text == "twisted"
    }
    conditions.legs = try legs.map { text in
      try Self.word("--legs", text, as: WorkConditions.Legs.self)
    }
    return conditions
  }

  // MARK: Words

  private static func words(_ text: String) -> [String] {
    text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
      .map { String($0) }
  }

  private static func load(_ text: String) throws -> WorkConditions.Load {
    let refusal = ValidationError(
      "--load \(text): a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock.")
    let words = words(text)
    let number = words[0].hasSuffix("kg") ? words[0].dropLast(2) : words[0][...]
    guard let kilograms = Double(number.split(separator: " ").joined()), (0...1000) ~= kilograms,
      words.count == 1 || words.dropFirst() == ["shock"]
    else { throw refusal }
    return WorkConditions.Load(kilograms: kilograms, isShock: words.count == 2)
  }

  private static func wrist(_ text: String) throws -> WorkConditions.Wrist {
    let words = Set(words(text))
    let bends = WorkConditions.Wrist.Bend.allCases
    try check("--wrist", text, words, bends.map(\.rawValue) + ["deviated", "twisted"])
    let stated = bends.filter { words.contains($0.rawValue) }
    guard stated.count < 2 else {
      throw ValidationError(
        "--wrist \(text): give one of neutral, slight and bent.")
    }
    return WorkConditions.Wrist(
      stated.first ?? .neutral, isDeviated: words.contains("deviated"),
      isTwisted: words.contains("twisted"))
  }

  private static func word<Value: RawRepresentable & CaseIterable>(
    _ option: String, _ word: String, as type: Value.Type, given text: String? = nil,
    further: [String] = []
  ) throws -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: word.lowercased()) else {
      throw unknown(option, text ?? word, word, type.allCases.map(\.rawValue) + further)
    }
    return value
  }

  /// - Parameter alone: the word that stands by itself.
  private static func check(
    _ option: String, _ text: String, _ words: Set<String>, _ known: [String], alone: String? = nil
  ) throws {
    if let word = words.sorted().first(where: { !known.contains($0) }) {
      throw unknown(option, text, word, known)
    }
    if let alone, words.count > 1, words.contains(alone) {
      throw ValidationError("\(option) \(text): \(alone) stands alone.")
    }
  }

  private static func unknown(
    _ option: String, _ text: String, _ word: String, _ known: [String]
  ) -> ValidationError {
    let words = known.dropLast().joined(separator: ", ") + " and " + (known.last ?? "")
    return ValidationError(
      text == word
        ? "\(option) \(text): the words are \(words)."
        : "\(option) \(text): \(word) isn't one of the words \(words).")
  }
}

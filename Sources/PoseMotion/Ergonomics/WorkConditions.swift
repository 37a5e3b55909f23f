/// The inputs of REBA and RULA that a skeleton of 17 joints doesn't show, as a person states them. What isn't stated
/// enters the scores as a range.
public struct WorkConditions: Sendable, Equatable {
  /// A load or force.
  public struct Load: Sendable, Equatable {
    /// Kilograms.
    public var kilograms: Double
    /// Whether there are shocks, or the force builds up rapidly.
    public var isShock: Bool

    /// A load.
    public init(kilograms: Double, isShock: Bool = false) {
      precondition(kilograms >= 0 && kilograms.isFinite, "a load of \(kilograms) kg")
      (self.kilograms, self.isShock) = (kilograms, isShock)
    }
  }

  /// The grip on the load. The raw value is the word in files. REBA gives 0…3 points for it, RULA none.
  public enum Coupling: String, CaseIterable, Sendable {
    /// A well-fitting handle, and a power grip in mid-range.
    case good
    /// An acceptable hold, or one by another part of the body.
    case fair
    /// A hold that is possible and not acceptable.
    case poor
    /// Awkward and unsafe, without handles.
    case unacceptable
  }

  /// A property of the activity. The raw value is the word in files.
  public enum Activity: String, CaseIterable, Sendable {
    /// A part of the body is held still for longer than a minute.
    case `static`
    /// Small movements are repeated more than four times a minute, walking aside.
    case repeated
    /// Rapid large changes of posture, or an unstable base.
    case rapid
  }

  /// The wrists.
  public struct Wrist: Sendable, Equatable {
    /// The flexion or extension. The raw value is the word in files.
    public enum Bend: String, CaseIterable, Sendable {
      case neutral
      /// Up to 15°.
      case slight
      /// More than 15°.
      case bent
    }

    /// The flexion or extension.
    public var bend: Bend
    /// Whether the hand deviates towards the thumb or the little finger.
    public var isDeviated: Bool
    /// Whether the forearm is turned to the end of its range or near it.
    public var isTwisted: Bool

    /// The wrists.
    public init(_ bend: Bend, isDeviated: Bool = false, isTwisted: Bool = false) {
      (self.bend, self.isDeviated, self.isTwisted) = (bend, isDeviated, isTwisted)
    }
  }

  /// The shoulders and upper arms.
  public struct Arms: Sendable, Equatable {
    /// Whether the shoulders are raised.
    public var areRaised: Bool
    /// Whether the arms are supported, or the person leans on them.
    public var areSupported: Bool

    /// The shoulders and upper arms.
    public init(areRaised: Bool = false, areSupported: Bool = false) {
      (self.areRaised, self.areSupported) = (areRaised, areSupported)
    }
  }

  /// The support of the body. The raw value is the word in files.
  public enum Legs: String, CaseIterable, Sendable {
    /// The person doesn't sit. The feet that carry are those that rest on the ground.
    case standing
    /// Both feet carry, or the person walks.
    case both
    /// One foot carries, or the base is unstable.
    case one
    /// The person sits, with legs and feet supported.
    case sitting
  }

  /// An input that is stated or unknown. The raw value is the word in files.
  public enum Input: String, CaseIterable, Sendable {
    case load, coupling, activity, wrist, arms, neckTwist, legs
  }

  /// The load or force; `nil` when unknown.
  public var load: Load?
  /// The grip; `nil` when unknown.
  public var coupling: Coupling?
  /// The properties of the activity, none of them for an occasional one; `nil` when unknown.
  public var activity: Set<Activity>?
  /// The wrists; `nil` when unknown.
  public var wrist: Wrist?
  /// The shoulders and upper arms; `nil` when unknown.
  public var arms: Arms?
  /// Whether the neck is twisted; `nil` when unknown.
  public var neckIsTwisted: Bool?
  /// The support of the body; `nil` when unknown.
  public var legs: Legs?

  /// Nothing is known.
  public init() {}

  /// The inputs of a method that are not stated, in the order of `Input`.
  public func unknown(to method: ErgonomicMethod) -> [Input] {
    Input.allCases.filter { input in
      switch input {
      case .load: load == nil
      case .coupling: coupling == nil && method == .reba
      case .activity: activity == nil
      case .wrist: wrist == nil
      case .arms: arms == nil
      case .neckTwist: neckIsTwisted == nil
      case .legs: legs == nil
      }
    }
  }
}

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

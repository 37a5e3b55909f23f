import PoseMotion
import Testing

/// Statements about the work as people write them.
@Suite("Statements about the work")
struct WorkConditionsTests {
  private static func stated(
    _ input: WorkConditions.Input, _ text: String
  ) throws -> WorkConditions {
    var conditions = WorkConditions()
    try conditions.state(input, text)
    return conditions
  }

  @Test(arguments: [
    ("8kg", 8.0, false), ("8", 8, false), (" 7.5 kg ", 7.5, false), ("0", 0, false),
    ("8kg,shock", 8, true), ("12 KG, Shock", 12, true),
  ])
  func `a load has kilograms, and shocks if they are stated`(
    text: String, kilograms: Double, isShock: Bool
  ) throws {
    #expect(try Self.stated(.load, text).load == .init(kilograms: kilograms, isShock: isShock))
  }

  @Test func `words of every input are understood`() throws {
    #expect(try Self.stated(.coupling, "Fair").coupling == .fair)
    #expect(try Self.stated(.activity, "none").activity == [])
    #expect(try Self.stated(.activity, "static, rapid").activity == [.static, .rapid])
    #expect(try Self.stated(.wrist, "neutral").wrist == .init(.neutral))
    #expect(try Self.stated(.wrist, "twisted,bent").wrist == .init(.bent, isTwisted: true))
    #expect(try Self.stated(.wrist, "deviated").wrist == .init(.neutral, isDeviated: true))
    #expect(try Self.stated(.arms, "free").arms == .init())
    #expect(
      try Self.stated(.arms, "supported,raised").arms == .init(areRaised: true, areSupported: true))
    #expect(try Self.stated(.neckTwist, "straight").neckIsTwisted == false)
    #expect(try Self.stated(.neckTwist, "twisted").neckIsTwisted == true)
    for legs in WorkConditions.Legs.allCases {
      #expect(try Self.stated(.legs, legs.rawValue).legs == legs)
    }
  }

  @Test(
    arguments: [
      (.load, "-3", "a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock"),
      (.load, "heavy", "a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock"),
      (.load, "8kg,", "a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock"),
      (.load, "nan", "a load is 0 to 1000 kilograms, as in 8kg, or 8kg,shock"),
      (.coupling, "firm", "the words are good, fair, poor and unacceptable"),
      (.coupling, "good,fair", "the words are good, fair, poor and unacceptable"),
      (.activity, "none,static", "none stands alone"),
      (.activity, "", "the words are static, repeated, rapid and none"),
      (.wrist, "bent,slight", "give one of neutral, slight and bent"),
      (.arms, "free,raised", "free stands alone"),
      (.neckTwist, "straight,twisted", "the words are straight and twisted"),
      (.legs, "kneeling", "the words are standing, both, one and sitting"),
    ] as [(WorkConditions.Input, String, String)])
  func `what isn't understood is answered with the words that are`(
    input: WorkConditions.Input, text: String, description: String
  ) throws {
    let error = #expect(throws: WorkConditions.Unreadable.self) {
      try Self.stated(input, text)
    }
    #expect(error?.input == input && error?.description == description)
  }
}

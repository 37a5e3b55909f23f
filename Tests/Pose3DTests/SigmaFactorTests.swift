import Foundation
import TestSupport
@testable import Pose3D
import Testing

/// The table of factors in `docs/conventions.md` held to the code.
struct SigmaFactorTests {
  /// The page's lines.
  private static func page() throws -> [Substring] {
    let path = Fixture.path("../docs/conventions.md")
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  @Test(arguments: SigmaFactors.Origin.allCases)
  func `the page of conventions has the factors of the code`(origin: SigmaFactors.Origin) throws {
    let rows = try Self.page().filter { $0.hasPrefix("| `\(origin.rawValue)`:") }
    #expect(rows.count == 1)
    let numbers = try #require(rows.first).split(separator: "|").dropFirst().compactMap {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    let factors = SigmaFactors.of(origin)
    #expect(numbers == [factors.withoutDepth, factors.confirmed, factors.unconfirmed])
  }

  @Test func `the page of conventions has the factor of stature`() throws {
    #expect(
      try Self.page().contains(
        "The standard deviation of stature is multiplied by \(SigmaFactors.stature)."))
  }

  @Test func `a joint that the map doesn't confirm is less sure than one that it does`() {
    for origin in SigmaFactors.Origin.allCases {
      let factors = SigmaFactors.of(origin)
      #expect(factors.confirmed < factors.unconfirmed, "\(origin)")
    }
  }
}

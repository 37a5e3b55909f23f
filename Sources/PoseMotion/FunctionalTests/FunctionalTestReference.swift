internal import Foundation

/// What is published about how people of an age do a functional test: the limit beyond which a result is worse than their
/// average.
public struct FunctionalTestReference: Sendable, Equatable {
  /// The sex by which the values of some tests differ. The raw value is the word in files and options.
  public enum Sex: String, CaseIterable, Sendable {
    case woman, man
  }

  /// The reason why there is no limit.
  public enum Missing: Error, Equatable, Sendable, CustomStringConvertible {
    /// None is published for the test, or none is known to the program.
    case test(FunctionalTest)
    /// None is published for the age, but for these.
    case age(Int, published: ClosedRange<Int>)
    /// Those of women and of men differ.
    case sex

    /// What was found and what is expected, without a full stop.
    public var description: String {
      switch self {
      case .test(let test):
        let known = FunctionalTestReference.tables.map(\.test.rawValue).joined(separator: ", ")
        return "no values by age are known for \(test.rawValue), but for \(known)"
      case .age(let age, let published):
        return
          "values are published for \(published.lowerBound) to \(published.upperBound) years, not for \(age)"
      case .sex: return "the values of women and men differ: state the sex, too"
      }
    }
  }

  /// The measured quantity.
  public let quantity: FunctionalTestResult.Quantity
  /// The limit, in the library's unit of the quantity: seconds or a count.
  public let limit: Double
  /// Whether a result above the limit is worse; else one below it is.
  public let isWorseAbove: Bool
  /// The ages in years for which it holds.
  public let ages: ClosedRange<Int>
  /// The sex for which it holds; `nil` if it holds for both.
  public let sex: Sex?
  /// Where it was published.
  public let source: String

  /// The limit for a person.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - age: the person's age in years.
  ///   - sex: the person's sex; needed for the 30-second chair stand only.
  /// - Throws: the reason why there is no limit.
  public init(_ test: FunctionalTest, age: Int, sex: Sex? = nil) throws(Missing) {
    guard let table = Self.tables.first(where: { $0.test == test }) else { throw .test(test) }
    guard let row = table.rows.first(where: { $0.ages.contains(age) }) else {
      let ages = table.rows.map(\.ages)
      throw .age(age, published: ages[0].lowerBound...ages[ages.count - 1].upperBound)
    }
    if row.woman == row.man {
      (limit, self.sex) = (row.woman, nil)
    } else {
      guard let sex else { throw .sex }
      (limit, self.sex) = (sex == .woman ? row.woman : row.man, sex)
    }
    (quantity, isWorseAbove, ages) = (table.quantity, table.isWorseAbove, row.ages)
    source = table.source
  }

  /// Whether a result is worse than the average of people of the age; `nil` if it has no value, if a requirement of the
  /// protocol wasn't met, or if it may be on either side of the limit: a time within two sigmas of it or without a sigma, a
  /// count that may be one fewer or more.
  public func isWorse(_ result: FunctionalTestResult) -> Bool? {
    guard let value = result.value(quantity)?.value, Self.isDoneAsRequired(result) else {
      return nil
    }
    // A count without a sigma is exact.
    let sigma = quantity.unit == .count ? (value.sigma ?? 0) : value.sigma
    guard let margin = sigma.map({ 2 * $0 }) else { return nil }
    let either = [value.value - margin, value.value + margin].map {
      isWorseAbove ? $0 > limit : $0 < limit
    }
    return either[0] == either[1] ? either[0] : nil
  }

  /// Whether no requirement is known not to be met: what was published is of people who met them.
  private static func isDoneAsRequired(_ result: FunctionalTestResult) -> Bool {
    !result.findings.contains { $0.isMet == false }
  }
}

extension FunctionalTestReference {
  /// What is published about a test.
  private struct Table {
    let test: FunctionalTest
    let quantity: FunctionalTestResult.Quantity
    let isWorseAbove: Bool
    let rows: [(ages: ClosedRange<Int>, woman: Double, man: Double)]
    let source: String
  }

  private static let tables = [
    // Times above these are worse than average, by 13 studies of people of 60 years and more.
    Table(
      test: .fiveTimesSitToStand, quantity: .time, isWorseAbove: true,
      rows: [(60...69, 11.4, 11.4), (70...79, 12.6, 12.6), (80...89, 14.8, 14.8)],
      source: "Bohannon 2006, Percept Mot Skills 103:215"),
    // Scores below these are below average.
    Table(
      test: .chairStand, quantity: .rises, isWorseAbove: false,
      rows: [
        (60...64, 12, 14), (65...69, 11, 12), (70...74, 10, 12), (75...79, 10, 11),
        (80...84, 9, 10), (85...89, 8, 8), (90...94, 4, 7),
      ],
      source: "CDC, STEADI, 30-Second Chair Stand"),
    // The upper ends of the means' confidence intervals, by 21 studies.
    Table(
      test: .timedUpAndGo, quantity: .time, isWorseAbove: true,
      rows: [(60...69, 9.0, 9.0), (70...79, 10.2, 10.2), (80...99, 12.7, 12.7)],
      source: "Bohannon 2006, J Geriatr Phys Ther 29:64"),
  ]
}

/// The wording for people.
extension FunctionalTestReference {
  /// The limit in words.
  package var title: String {
    let people = sex.map { $0 == .woman ? "women of " : "men of " } ?? ""
    let bound =
      quantity.unit == .count
      ? "fewer than \(Int(limit)) rises" : String(format: "more than %.1f s", limit)
    return
      "worse than the average of \(people)\(ages.lowerBound) to \(ages.upperBound) years, \(bound)"
  }

  /// Whether a result is worse, in words.
  package func answer(_ result: FunctionalTestResult) -> String {
    if let isWorse = isWorse(result) { return isWorse ? "yes" : "no" }
    return "can't be told" + (Self.isDoneAsRequired(result) ? "" : ": not done as required")
  }
}

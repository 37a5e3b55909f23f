import PoseAnalysis
import ArgumentParser

/// The number of people searched for in an image: `one`, `all`, or a number.
struct PeopleCount: ExpressibleByArgument, CustomStringConvertible, Equatable {
  /// At least 1.
  let maximum: Int

  static let one = PeopleCount(maximum: 1)
  /// More people than this in one picture are not looked for.
  static let all = PeopleCount(maximum: MeasurementOption.peopleLimit)

  private init(maximum: Int) { self.maximum = maximum }

  init?(argument: String) {
    switch argument {
    case "one": self = .one
    case "all": self = .all
    default:
      guard let number = Int(argument), (1...Self.all.maximum).contains(number) else { return nil }
      self.init(maximum: number)
    }
  }

  var description: String {
    switch self {
    case .one: "one"
    case .all: "all"
    default: "\(maximum)"
    }
  }

  static var allValueStrings: [String] { ["one", "all", "1…\(all.maximum)"] }
}

import ArgumentParser

/// A share of a list, as it is given on the command line: 2/5 is the second of five.
struct BatchShard: ExpressibleByArgument, Equatable, CustomStringConvertible {
  let number: Int
  let count: Int

  static let whole = BatchShard(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      count <= 1_000_000, (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The share as it is written on the command line, which --help shows as the default.
  var description: String { "\(number)/\(count)" }

  /// Whether a place of the list is in it: every n-th one is, so that shares are alike.
  func contains(_ place: Int) -> Bool { place % count == number - 1 }

  /// The ending of the names of this share's files; empty for the whole.
  var suffix: String { count == 1 ? "" : "-\(number)-of-\(count)" }
}

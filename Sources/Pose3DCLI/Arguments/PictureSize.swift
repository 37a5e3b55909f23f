import ArgumentParser

/// A picture's size as it is given on the command line: 1920x1080.
struct PictureSize: ExpressibleByArgument, Equatable {
  let width: Int
  let height: Int

  /// Two whole numbers from 1 to a million with an x or × between them; `nil` for anything else.
  init?(argument: String) {
    let sides = argument.split(omittingEmptySubsequences: false) { "xX×".contains($0) }
      .map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...1_000_000).contains(width), (1...1_000_000).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }
}

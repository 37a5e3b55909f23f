import ArgumentParser
import DepthIO
import PoseAnalysis

/// The options of every command that reads pictures.
struct PictureArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frame of a recording (Record3D), or the page of a TIFF, from 0.", valueName: "number",
      visibility: .hidden))
  var frame = 0

  @Option(
    parsing: .unconditional,
    help: ReadingOption.maximumMegapixels.help("number", isHidden: true))
  var maxMegapixels = 256

  func validate() throws {
    if frame < 0 { throw ValidationError("--frame \(frame): frames are counted from 0.") }
    try ReadingOption.maximumMegapixels.check(maxMegapixels)
  }

  /// The options for reading images.
  var options: ReadingOptions {
    var options = ReadingOptions()
    options.frame = frame
    options.pixelLimit = maxMegapixels * 1_000_000
    return options
  }
}

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

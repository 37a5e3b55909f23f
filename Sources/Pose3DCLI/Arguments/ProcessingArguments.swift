import ArgumentParser
import PoseMotion

/// The processing of measured joints over time, in every command that tracks people.
struct ProcessingArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How joints are smoothed: the cut-off in hertz of a Butterworth filter without lag, one-euro "
        + "(causal, as in a live view), or none (0).", valueName: "smoothing"))
  var smoothing = SmoothingArgument.standard

  @Flag(
    help: ArgumentHelp(
      "Leave left and right, front and back, and joints that jump as they were measured.",
      visibility: .hidden))
  var noRepair = false

  @Flag(
    help: ArgumentHelp(
      "Leave planted feet where they were measured (default: they stand still, and the body "
        + "follows).", visibility: .hidden)
  )
  var noGrounding = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest gap that is filled; 0 fills none.", valueName: "seconds", visibility: .hidden))
  var maxGap = PoseSequence.Options().longestGap

  func validate() throws {
    if !(0...10).contains(maxGap) {
      throw ValidationError("--max-gap \(maxGap): a gap is between 0 and 10 seconds.")
    }
  }

  /// Options for processing a recording.
  var sequenceOptions: PoseSequence.Options {
    var options = PoseSequence.Options()
    options.smoothing = smoothing.smoothing
    options.longestGap = maxGap
    options.repairs = !noRepair
    options.groundsFeet = !noGrounding
    return options
  }
}

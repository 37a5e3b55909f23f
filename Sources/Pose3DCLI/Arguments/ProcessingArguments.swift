import ArgumentParser
import PoseAnalysis
import PoseMotion

/// The processing of measured joints over time, in every command that tracks people.
struct ProcessingArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: MeasurementOption.smoothing.help("smoothing"))
  var smoothing = SmoothingArgument.standard

  @Flag(help: MeasurementOption.repair.refusalHelp) var noRepair = false

  @Flag(help: MeasurementOption.temporal.refusalHelp) var noTemporal = false

  @Flag(help: MeasurementOption.grounding.refusalHelp) var noGrounding = false

  @Option(
    parsing: .unconditional,
    help: MeasurementOption.maximumGap.help("seconds", isHidden: true))
  var maxGap = PoseSequence.Options().longestGap

  func validate() throws {
    try MeasurementOption.maximumGap.check(maxGap)
  }

  /// Options for processing a recording.
  var sequenceOptions: PoseSequence.Options {
    var options = PoseSequence.Options()
    options.smoothing = smoothing.smoothing
    options.longestGap = maxGap
    options.repairs = !noRepair
    options.liftsOverTime = !noTemporal
    options.groundsFeet = !noGrounding
    return options
  }
}

/// A moment of a video on the command line: seconds (`12.5`), or minutes and seconds (`1:30`), or
/// with hours (`1:02:03.5`).
struct Timecode: ExpressibleByArgument, CustomStringConvertible {
  let seconds: Double
  let description: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last.flatMap({ Double($0) }), last.isFinite, last >= 0
    else { return nil }
    var total = 0.0
    for part in parts.dropLast() {
      guard let number = Int(part), number >= 0 else { return nil }
      total = (total + Double(number)) * 60
    }
    guard parts.count == 1 || last < 60 else { return nil }
    seconds = total + last
    description = argument
  }
}

public import ArgumentParser
public import PoseFiles

/// The options of every command that reads 3D joints from a file.
struct SkeletonArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the file is, where its content leaves it open.", valueName: "layout"))
  var layout: SkeletonLayout?

  @Option(
    help: ArgumentHelp(
      "The unit of the file's lengths. (default: the file's own, else by the body's size)",
      valueName: "unit"))
  var units: LengthUnit?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The file's axis that points up. Where the layout has no front of its own, headings count from "
        + "the next axis of the same sign (+y: +z). (default: the file's own, else its layout's)",
      valueName: "axis"))
  var up: SkeletonFile.Axis?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "One standard deviation of the joints, where the file doesn't state it.",
      valueName: "metres"))
  var sigma: Double?

  func validate() throws {
    if let sigma, !(sigma > 0 && sigma <= 1) {
      throw ValidationError("--sigma \(sigma): a joint's standard deviation is in metres, up to 1.")
    }
  }

  /// The options for reading files.
  var options: SkeletonFile.Options {
    SkeletonFile.Options(layout: layout, unit: units, up: up, sigma: sigma)
  }
}

extension SkeletonLayout: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension SkeletonFile.Axis: ExpressibleByArgument {}

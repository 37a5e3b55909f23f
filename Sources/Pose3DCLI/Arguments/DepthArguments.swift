import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import PoseImaging

/// The options of every command that reads a depth map.
struct DepthArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The depth map's unit: mm, tum (1/5000 m), realsense, kinect, nyu …, or metres a step (0.001); "
        + "relative where it is not known (a phone's portrait depth): the map then gives shape, not "
        + "size. Needed for integers, unless the file or the camera file has it.",
      valueName: "unit"))
  var depthScale: String?

  @Option(
    help: ArgumentHelp(
      "The camera's confidence in the depth map, sample by sample: a grey picture of 0, 1 and 2, as "
        + "in ARKit. Readings of 2 go first.", valueName: "file", visibility: .hidden))
  var depthConfidence: String?

  @Option(
    help: ArgumentHelp(
      "The channel of an OpenEXR file or the array of an NPZ file that holds the depth.",
      valueName: "name", visibility: .hidden))
  var channel: String?

  @OptionGroup var picture: PictureArguments

  /// The options for reading files.
  var options: ReadingOptions {
    get throws(Failure) {
      var options = picture.options
      options.depthUnit = try Self.unit(depthScale)
      options.channel = channel
      return options
    }
  }

  /// The unit that an option states.
  static func unit(_ depthScale: String?) throws(Failure) -> DepthUnit? {
    guard let depthScale else { return nil }
    do {
      return try DepthUnit(parsing: depthScale)
    } catch {
      throw Failure(code: .usage, message: "--depth-scale \(depthScale): \(error)")
    }
  }
}

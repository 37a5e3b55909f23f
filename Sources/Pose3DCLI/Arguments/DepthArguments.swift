import PoseAnalysis
import ArgumentParser
import DepthIO
import PoseDocuments
import PoseImaging

/// The options of every command that reads a depth map.
struct DepthArguments: ParsableArguments {
  @OptionGroup var scale: DepthUnitArgument

  @Option(help: ReadingOption.depthConfidence.help("file", isHidden: true))
  var depthConfidence: String?

  @Option(help: ReadingOption.channel.help("name", isHidden: true))
  var channel: String?

  @OptionGroup var picture: PictureArguments

  /// The options for reading files.
  var options: ReadingOptions {
    get throws(Failure) {
      var options = picture.options
      options.depthUnit = try scale.unit
      options.channel = channel
      return options
    }
  }
}

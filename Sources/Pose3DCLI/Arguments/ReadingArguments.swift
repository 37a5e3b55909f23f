import ArgumentParser
import DepthIO
import PoseAnalysis
import PoseFiles
import PoseImaging
import PoseWorkers
import Pose3D
import PoseDocuments

/// The unit of depth maps.
struct DepthUnitArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ReadingOption.depthUnit.help(
      "unit",
      "relative is for one that isn't known (a phone's portrait depth): an image's map then gives shape, "
        + "not size."))
  var depthScale: String?

  /// The unit; `nil` when the option was not given.
  var unit: DepthUnit? {
    get throws(Failure) {
      guard let depthScale else { return nil }
      do {
        return try DepthUnit(parsing: depthScale)
      } catch {
        throw Failure(code: .usage, message: "--depth-scale \(depthScale): \(error)")
      }
    }
  }
}

/// Whether the depth map in an image's or a video's own file is used.
struct OwnDepthArgument: ParsableArguments {
  @Flag(help: ReadingOption.ownDepth.refusalHelp) var ignoreOwnDepth = false

  /// Throws where other depth maps are named besides.
  func check(against depth: [String]) throws {
    if ignoreOwnDepth && !depth.isEmpty {
      throw ValidationError(
        "--ignore-own-depth is for files that hold depth maps; --depth names other ones.")
    }
  }
}

/// The layout of a file of 2D keypoints, or of the points of a user's top-down model.
struct KeypointLayoutArgument: ParsableArguments {
  @Option(help: ReadingOption.keypointLayout.help("layout"))
  var keypointLayout: KeypointLayout?

  /// Throws where a layout is given, and no model that it could belong to.
  func check(against model: ModelArgument?) throws {
    if keypointLayout != nil && model == nil {
      throw ValidationError("--keypoint-layout is about an ONNX model: give one with --model.")
    }
  }
}

/// How many times slower than life a video plays.
struct SlowMotionArgument: ParsableArguments {
  @Option(parsing: .unconditional, help: ReadingOption.slowMotion.help("number"))
  var slowMotion: Double?

  func validate() throws { try ReadingOption.slowMotion.check(slowMotion) }
}

/// The only person who is wanted.
struct PersonArgument: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ReadingOption.person.help("number", isHidden: true))
  var person: Int?

  func validate() throws { try ReadingOption.person.check(person) }
}

/// How much documents of frames say.
struct DetailArgument: ParsableArguments {
  @Option(help: ReadingOption.detail.help("level"))
  var detail = SequenceDetail.standard
}

/// The number of threads.
struct JobsArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ReadingOption.jobs.help(
      "number", "Of a video parts, of several files files. (default: one per processor)"))
  var jobs: Int?

  /// The number that was given, else one per processor.
  var number: Int { jobs ?? Processors.count }

  func validate() throws { try ReadingOption.jobs.check(jobs) }
}

/// Whether images are mirrored.
struct MirrorArgument: ParsableArguments {
  @Flag(
    help: "The images are mirrored, as selfies are: left and right are swapped back.")
  var mirror = false
}

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

public import ArgumentParser
import Foundation
import Pose3D
import PoseAnalysis
public import PoseDetection
import PoseDocuments

/// How people are found, in every command that detects them in images.
struct DetectionArguments: ParsableArguments {
  @Option(parsing: .unconditional, help: MeasurementOption.people.help("number"))
  var people = PeopleCount.one

  @Option(
    help: MeasurementOption.model.help("model", "(default: the model that --effort asks for)"))
  var model: ModelArgument?

  @OptionGroup var passes: EffortArgument

  @OptionGroup var confidence: ConfidenceArgument

  /// The options of detection.
  ///
  /// - Parameter layout: the layout of an ONNX model's points, where it is given.
  /// - Throws: a `Failure` for a model that isn't there or that the layout doesn't belong to.
  func options(layout: KeypointLayout? = nil) throws -> DetectionOptions {
    var options = DetectionOptions()
    options.maximumPeople = people.maximum
    options.model = try model?.checked(layout: layout)
    options.modelLayout = layout
    options.effort = passes.effort
    options.minimumConfidence = confidence.minConfidence
    guard !options.effortIsRefused else { throw EffortArgument.refusal }
    return options
  }
}

/// The computing effort for the keypoints of detected people.
struct EffortArgument: ParsableArguments {
  @Option(
    help: MeasurementOption.effort.help(
      "effort",
      "With --model, the passes by that model: 1; 1, or 2 by full; 3. (default: best for images, "
        + "standard for videos, fast live; one pass by a model that is named for videos)"))
  var effort: DetectionEffort?

  /// The body finder for images, which stays until the program ends: to free its networks takes a tenth of a
  /// command's time, and their memory goes with the process.
  ///
  /// Throws where an effort is asked for, and the model is one that makes a single pass.
  static func finder(assets: DetectionAssets, options: DetectionOptions) throws -> BodyFinder {
    let finder = try BodyFinder(assets: assets, options: options)
    _ = Unmanaged.passRetained(finder)
    guard options.effort == nil || finder.takesEffort else { throw refusal }
    return finder
  }

  /// An effort is asked for, and the model is one that makes a single pass.
  static let refusal = Failure(
    code: .usage,
    message: "--effort: a PoseNet or an ONNX model makes one pass; leave it out, or use BlazePose")
}

extension DetectionEffort: ExpressibleByArgument {}

/// The body model: `full`, `heavy`, or a user's file.
struct ModelArgument: ExpressibleByArgument, CustomStringConvertible {
  let model: BodyModel

  init(argument: String) {
    switch argument {
    case "full": model = .full
    case "heavy": model = .heavy
    default: model = .file(argument)
    }
  }

  var description: String {
    switch model {
    case .full: "full"
    case .heavy: "heavy"
    case .file(let path): path
    }
  }

  /// The model; throws when its file can't be read, and when it isn't one that a layout belongs to.
  func checked(layout: KeypointLayout? = nil) throws(Failure) -> BodyModel {
    guard case .file(let path) = model, access(path.fileSystemBytes, R_OK) != 0 else {
      guard layout == nil || model.isONNX else {
        throw Failure(
          code: .usage,
          message:
            "--keypoint-layout: the model \(self) has points of its own; leave it out, or give "
            + "an ONNX model with --model")
      }
      return model
    }
    throw Failure(
      code: .noInput,
      message: "\(path): there is no such model: --model is full, heavy or the file of one")
  }
}

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

/// The minimum confidence of a detection.
struct ConfidenceArgument: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: MeasurementOption.minimumConfidence.help(
      "number", "(default: 0.5, or what is usual with the model of a file)", isHidden: true))
  var minConfidence: Double?

  func validate() throws {
    try MeasurementOption.minimumConfidence.check(minConfidence)
  }
}

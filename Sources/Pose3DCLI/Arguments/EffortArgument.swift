import PoseAnalysis
public import ArgumentParser
public import PoseDetection

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

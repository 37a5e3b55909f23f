import PoseAnalysis
public import ArgumentParser
public import PoseDetection

/// The computing effort for the keypoints of detected people.
struct EffortArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The inference passes for a person's keypoints. fast: one, by the full model; standard: one by "
        + "the heavy model, or two by full where heavy isn't installed; best: three by heavy, or by "
        + "full. Several passes are averaged. With --model, the passes by that model: 1; 1, or 2 by "
        + "full; 3. (default: best for pictures, standard for videos, fast live; one pass by a model "
        + "that is named for videos)",
      valueName: "effort"))
  var effort: DetectionEffort?

  /// The body finder for images with this effort (default: `best`).
  ///
  /// Throws where one is asked for, and the model is one that makes a single pass.
  func finder(assets: DetectionAssets, options: BodyFinder.Options) throws -> BodyFinder {
    var options = options
    if let effort { options.effort = effort }
    let finder = try BodyFinder(assets: assets, options: options)
    guard effort == nil || finder.takesEffort else {
      throw Self.refusal
    }
    return finder
  }

  /// An effort is asked for, and the model is one that makes a single pass.
  static let refusal = Failure(
    code: .usage,
    message: "--effort: a PoseNet or an ONNX model makes one pass; leave it out, or use BlazePose")
}

extension DetectionEffort: ExpressibleByArgument {}

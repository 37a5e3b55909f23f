import PoseAnalysis
public import ArgumentParser
public import PoseDetection

/// How much is spent on the keypoints of the people who are found.
struct EffortArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How often a person is looked at for the keypoints. fast: once, by the full model; standard: once by "
        + "the heavy model, or twice by full where heavy isn't installed; best: three times by heavy, or "
        + "by full. Several looks are averaged. With --model, how many looks that model takes: 1; 1, or 2 "
        + "by full; 3. Without it, best for pictures, standard for videos and fast live; one look by a "
        + "model that is named for videos.",
      valueName: "effort"))
  var effort: DetectionEffort?

  /// What finds bodies in pictures, with this effort; `best` where none is asked for.
  ///
  /// Throws where one is asked for, and the model is one that doesn't look several times.
  func finder(assets: DetectionAssets, options: BodyFinder.Options) throws -> BodyFinder {
    var options = options
    if let effort { options.effort = effort }
    let finder = try BodyFinder(assets: assets, options: options)
    guard effort == nil || finder.takesEffort else {
      throw Self.refusal
    }
    return finder
  }

  /// An effort is asked for, and the model is one that doesn't look several times.
  static let refusal = Failure(
    code: .usage,
    message: "--effort: a PoseNet or an ONNX model looks once; leave it out, or use BlazePose")
}

extension DetectionEffort: ExpressibleByArgument {}

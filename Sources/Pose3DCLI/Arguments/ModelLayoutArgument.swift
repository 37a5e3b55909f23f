import ArgumentParser
import Pose3D

/// The keypoint layout of a user's top-down model, in commands where nothing else has a layout.
struct ModelLayoutArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the points of an ONNX model are, where their number fits several layouts.",
      valueName: "layout"))
  var keypointLayout: KeypointLayout?

  /// Throws where a layout is given, and no model that it could belong to.
  func check(against model: ModelArgument?) throws {
    if keypointLayout != nil && model == nil {
      throw ValidationError("--keypoint-layout is about an ONNX model: give one with --model.")
    }
  }
}

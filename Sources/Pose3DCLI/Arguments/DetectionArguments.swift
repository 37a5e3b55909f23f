import ArgumentParser
import PoseAnalysis
import PoseDetection
import Pose3D

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

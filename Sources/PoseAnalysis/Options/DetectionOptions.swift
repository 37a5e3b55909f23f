internal import PoseDocuments
public import PoseDetection
public import Pose3D

/// The options of finding people in images, whatever the input is.
public struct DetectionOptions: Sendable {
  /// The maximum number of people who are returned, at least 1. For more than one, parts of the image
  /// are searched too.
  public var maximumPeople = 1
  /// The inference passes over a person, and the model if none is named; `nil` for what is usual with
  /// the input (`DetectionEffort.usual`).
  public var effort: DetectionEffort?
  /// The model; `nil` for the one that the effort asks for.
  public var model: BodyModel?
  /// The layout of an ONNX model's points; `nil` goes by their number.
  public var modelLayout: KeypointLayout?
  /// The minimum confidence in a person, 0…1; `nil` for what is usual with the model.
  public var minimumConfidence: Double?
  /// The threads of one inference, at least 1. The numbers don't depend on them.
  public var threads = 1
  /// The folder for compiled models; `nil` keeps none.
  public var cacheFolder = Installation.cacheFolder

  /// One person, by the model and the passes that are usual with the input.
  public init() {}
}

extension DetectionOptions {
  /// The effort for an input of this kind.
  func effort(for input: DetectionEffort.Input) -> DetectionEffort {
    effort ?? .usual(for: input, by: model)
  }

  /// The options of a body detector for an input of this kind.
  package func detector(for input: DetectionEffort.Input) -> BodyPoseDetector.Options {
    var options = BodyPoseDetector.Options()
    options.effort = effort(for: input)
    options.model = model
    options.modelLayout = modelLayout
    options.maximumCount = maximumPeople
    options.threads = threads
    options.cacheFolder = cacheFolder
    if let minimumConfidence { options.setMinimumConfidence(minimumConfidence) }
    return options
  }

  /// Whether an effort is asked for that the model can't give: a top-down ONNX model makes one pass.
  package var effortIsRefused: Bool { effort != nil && model?.isONNX == true }
}

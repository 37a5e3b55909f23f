public import Pose3D
public import PoseMotion
internal import PoseDocuments
public import PoseDetection

/// What can be chosen about a measurement of people. Images, videos, live sessions, batches and
/// recorded joints take the same value; each uses what applies to it.
///
/// ```swift
/// var options = MeasurementOptions()
/// options.bodyHeight = 1.72
/// options.detection.maximumPeople = 2
/// options.exercise = .named(.squat)
/// ```
public struct MeasurementOptions: Sendable {
  /// The camera and the direction of gravity.
  public var camera = CameraChoice()
  /// The person's height in metres; `nil` if it is unknown.
  public var bodyHeight: Double?
  /// The options of finding people. Recorded joints and keypoints take none of it.
  public var detection = DetectionOptions()
  /// The processing of the measured motion. Images take none of it, and live sessions
  /// only whether planted feet stand still.
  public var motion = PoseSequence.Options()
  /// The choice of the repetitions that are counted.
  public var exercise = ExerciseChoice.recognized
  /// The prescribed angles by which repetitions are judged.
  public var targets: [AngleTarget] = []

  /// One person of unknown height, before a camera of which only the files tell.
  public init() {}
}

/// A member of `MeasurementOptions` as users give it.
package enum MeasurementOption: String, UserOption {
  case people
  case model
  case effort
  case minimumConfidence = "min_confidence"
  case height
  case camera
  case cameraName = "camera_name"
  case fieldOfView = "field_of_view"
  case gravity
  case exercise
  case repAngle = "rep_angle"
  case repMinimum = "rep_min"
  case target
  case smoothing
  case repair
  case temporal
  case grounding
  case maximumGap = "max_gap"
}

extension MeasurementOption {
  /// The limit on the number of people who are looked for in one image.
  package static let peopleLimit = 16

  package var range: ClosedRange<Double>? {
    switch self {
    case .people: 1...Double(Self.peopleLimit)
    case .minimumConfidence: 0.05...0.99
    case .height: Stature.range
    case .fieldOfView: 1...170
    // More than 0: a range of 0 is none.
    case .repMinimum: 1e-6...360
    case .smoothing: PoseSequence.Smoothing.cutoffs
    case .maximumGap: 0...10
    case .model, .effort, .camera, .cameraName, .gravity, .exercise, .repAngle, .target, .repair,
      .temporal, .grounding:
      nil
    }
  }

  package var expectation: String {
    switch self {
    case .people: "a number of people between \(limits)"
    case .model: "full, heavy or the file of a model"
    case .effort: "fast, standard or best"
    case .minimumConfidence: "a number between \(limits)"
    case .height: "a body's height in metres, between \(limits),"
    case .camera: "a camera file"
    case .cameraName: "the name of a camera"
    case .fieldOfView: "an angle between \(limits) degrees"
    case .gravity: "a list of three numbers, x, y, z, not all of them 0,"
    case .exercise: "auto, none or an exercise"
    case .repAngle: "an angle of the catalogue"
    case .repMinimum: "a range of more than 0 and up to 360 degrees"
    case .target: "prescribed angles"
    case .smoothing: "hertz between \(limits), one-euro or none"
    case .repair, .temporal, .grounding: "true or false"
    case .maximumGap: "a gap between \(limits) seconds"
    }
  }

  package var defaultText: String? {
    let options = MeasurementOptions()
    switch self {
    case .people: return "\(options.detection.maximumPeople)"
    case .exercise: return "auto"
    case .smoothing:
      guard case .butterworth(let cutoff) = options.motion.smoothing else { return nil }
      return "\(Int(cutoff))"
    case .maximumGap: return "\(options.motion.longestGap)"
    case .model, .effort, .minimumConfidence, .height, .camera, .cameraName, .fieldOfView, .gravity,
      .repAngle, .repMinimum, .target, .repair, .temporal, .grounding:
      return nil
    }
  }

  package var meaning: String {
    switch self {
    case .people:
      "The maximum number of people: one, the most prominent; all, of those that are detected "
        + "\(Self.peopleLimit) at most; or a number. For more than one, parts of the image are searched "
        + "too."
    case .model:
      "The model that finds the keypoints: full; heavy, slower and more accurate; or a file: a "
        + "top-down model such as RTMPose, RTMW or ViTPose (.onnx), a BlazePose landmark model "
        + "(.tflite, .task), or for images a PoseNet (.tflite)."
    case .effort:
      "The inference passes for a person's keypoints. fast: one, by the full model; standard: one by "
        + "the heavy model, or two by full where heavy isn't installed; best: three by heavy, or by "
        + "full. Several passes are averaged."
    case .minimumConfidence: "The minimum confidence in a person or a hand, between \(limits)."
    case .height: "The person's height, when known: 1.72 or 172cm."
    case .camera: "A camera file: pose3d.camera/1, or another program's calibration."
    case .cameraName:
      "The camera that is meant, in a camera file of several (Pose2Sim, Qualisys)."
    case .fieldOfView:
      "The image's diagonal field of view in degrees, when there is no camera file."
    case .gravity:
      "The direction of gravity (down) in the camera's frame: x right, y down, z forward, of any length."
    case .exercise:
      "The exercise whose repetitions are counted; auto, which is the default, recognises it from the "
        + "motion; none counts nothing."
    case .repAngle: "Count the cycles of this angle instead of an exercise's: leftElbowFlexion."
    case .repMinimum: "The minimum range of that angle. (default: one that follows from the motion)"
    case .target:
      "A prescribed angle in degrees: kneeFlexion=90±10, kneeFlexion=80..100, leftElbowFlexion=120 "
        + "(± 10). Repetitions are judged by it instead of the usual form."
    case .smoothing:
      "How joints are smoothed: the cut-off in hertz of a Butterworth filter without lag, one-euro "
        + "(causal, as in a live view), or none (0)."
    case .repair:
      "Whether swapped sides, turned depths, joints that jump, and those that are seen or hidden for a moment "
        + "are repaired."
    case .temporal:
      "Whether depths are corrected by what a person does before and after, where one camera without a "
        + "depth map saw them."
    case .grounding: "Whether planted feet stand still, and the body follows."
    case .maximumGap: "The longest gap that is filled; 0 fills none."
    }
  }

  package var refusal: String? {
    switch self {
    case .repair:
      "Leave left and right, front and back, joints that jump, and those that are seen or hidden for a moment as "
        + "they were measured."
    case .temporal:
      "Leave the depths of joints as each image alone gives them (default: where one camera without a depth map "
        + "saw a person, they are corrected by what the person does before and after)."
    case .grounding:
      "Leave planted feet where they were measured (default: they stand still, and the body follows)."
    default: nil
    }
  }
}

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

public import PoseMotion

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

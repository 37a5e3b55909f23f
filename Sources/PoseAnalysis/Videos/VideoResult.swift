public import PoseDocuments
public import PoseMotion
public import PoseVideo

/// The results of a video.
public struct VideoResult: Sendable {
  /// The people and what was done to their motion; its recording is what was measured.
  public let sequence: PoseSequence
  /// The people's exercises, in the order of `sequence.people`.
  public let analyses: [ExerciseAnalysis]
  /// Whether the video was read to its end.
  public let isComplete: Bool
  /// Errors during reading that did not end it.
  public let report: VideoReport
  /// Diagnostics about the reliability of the numbers.
  public let diagnostics: [Diagnostic]
  /// The number of detections without a measurement; the diagnostics contain the causes.
  let leftOut: Int
}

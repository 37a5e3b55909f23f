public import PoseDocuments
public import PoseMotion
public import PoseVideo

/// What was found in a video.
public struct VideoResult: Sendable {
  /// The people and what was done to their motion; its recording is what was measured.
  public let sequence: PoseSequence
  /// What the people do, in the order of `sequence.people`.
  public let analyses: [ExerciseAnalysis]
  /// Whether the video was read to its end.
  public let isComplete: Bool
  /// What went wrong while it was read, and did not end it.
  public let report: VideoReport
  /// What the user should know before trusting the numbers.
  public let diagnostics: [Diagnostic]
  /// How often a person was found and not measured; the diagnostics have the causes.
  let leftOut: Int
}

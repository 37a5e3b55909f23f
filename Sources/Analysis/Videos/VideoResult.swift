public import Documents
public import Motion
public import Video

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
  public let notices: [Notice]
  /// How often somebody was found and could not be measured; the notices say why.
  let leftOut: Int
}

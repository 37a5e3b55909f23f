public import PoseAnalysis

/// The tally of a live page's server since its start.
public struct LiveTally: Sendable, Equatable {
  /// Pages that came.
  public internal(set) var pages = 0
  /// Pictures that were measured.
  public internal(set) var measured = 0
  /// Pictures that were dropped because newer ones came.
  public internal(set) var dropped = 0
  /// The recordings that were finished.
  public internal(set) var recordings: [LiveRecorder.Summary] = []
  /// Errors of recordings, a sentence each; the last few.
  public internal(set) var problems: [String] = []

  init() {}
}

internal import PoseDetection
public import PoseMotion

/// The progress of a video's analysis, to the end of one of its chunks. From here it resumes as if
/// it had never been interrupted.
public struct VideoCheckpoint: Sendable {
  /// The measurements, frame by frame.
  public internal(set) var frames: [PoseRecording.Frame] = []
  /// What else has to be known.
  var state = State()

  /// What the frames don't say.
  struct State: Sendable, Equatable, Codable {
    /// The chunks that are done.
    var chunks = 0
    /// The people who are followed, and those who were lost.
    var people = TrackingMemory()
    /// What was counted.
    var tally = VideoTally()
  }

  /// The beginning.
  public init() {}
}

internal import PoseDetection
public import PoseMotion

/// The progress of a video's analysis, to the end of one of its chunks. From here it resumes as if
/// it had never been interrupted.
public struct VideoCheckpoint: Sendable {
  /// The measurements, frame by frame.
  public internal(set) var frames: [PoseRecording.Frame] = []
  /// The rest of the progress.
  var state = State()

  /// The progress that the frames don't contain.
  struct State: Sendable, Equatable, Codable {
    /// The chunks that are done.
    var chunks = 0
    /// The people who are followed, and those who were lost.
    var people = TrackingMemory()
    /// The counts over the frames.
    var tally = VideoTally()
  }

  /// The beginning.
  public init() {}
}

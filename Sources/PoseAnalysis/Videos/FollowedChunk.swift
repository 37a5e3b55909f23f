internal import PoseDetection
internal import PoseMotion

/// The results of a chunk of a video.
struct FollowedChunk: Sendable {
  /// Its place among the chunks.
  let number: Int
  /// Its own frames, with the tracker's numbers of people.
  var frames: [PoseRecording.Frame] = []
  /// The counts over them.
  var tally = VideoTally()
  /// The people whom the tracker followed when the chunk's own frames began; the last frame before
  /// them was the last of the chunk before.
  var peopleAtFirst = TrackingMemory()
  /// The same at its end.
  var peopleAtLast = TrackingMemory()
  /// The people who came into view, in the order of time.
  var beginnings: [TrackBeginning] = []
  /// Whether it was read to its end.
  var isComplete = true
}

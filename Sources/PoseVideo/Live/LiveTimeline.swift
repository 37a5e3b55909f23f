/// The times of live frames, each later than the one before: those of the camera, from the first
/// frame on, whatever its clock begins with. They continue on the same line if a stream restarts.
struct LiveTimeline {
  /// The last frame's time in seconds; `nil` before the first.
  private(set) var last: Double?
  /// The seconds added to the stream's own; `nil` when they are not yet determined.
  private var offset: Double?

  /// The stream was lost; the first frame after it comes so many seconds later than the last.
  mutating func interrupt() { offset = nil }

  /// The time of the next frame.
  ///
  /// - Parameters:
  ///   - seconds: the stream's own; `nil` where the frame has none.
  ///   - interval: seconds from frame to frame, for a frame whose own time isn't later than the
  ///     last's: the stream's times are taken to restart there.
  ///   - gap: seconds since the last frame by the clock on the wall, after an interruption.
  mutating func next(_ seconds: Double?, interval: Double, gap: Double?) -> Double {
    guard let last else {
      offset = seconds.map { -$0 }
      self.last = 0
      return 0
    }
    var time = last + (offset == nil ? max(interval, gap ?? interval) : interval)
    if let seconds, let offset, seconds + offset > last {
      time = seconds + offset
    } else if let seconds {
      offset = time - seconds
    }
    self.last = time
    return time
  }
}

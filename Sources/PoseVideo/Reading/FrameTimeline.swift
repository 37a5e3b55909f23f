/// The times of the frames of a video with seeking. A frame's position is the number of frames
/// before it.
struct FrameTimeline: Sendable {
  /// As `FrameTimestamp.time`, ascending.
  let times: [Double]
  /// As `FrameTimestamp.position`, ascending.
  let positions: [Int]
  /// The places from which reading can begin without anything before them, ascending; `nil` for all.
  let keys: [Int]?

  /// Whether reading can begin at one of these places without anything before them.
  func hasKey(in places: ClosedRange<Int>) -> Bool {
    guard let keys else { return true }
    let next = keys.partitioningIndex { $0 >= places.lowerBound }
    return next < keys.count && keys[next] <= places.upperBound
  }
}

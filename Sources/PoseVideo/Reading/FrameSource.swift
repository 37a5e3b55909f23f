import PoseDocuments
import PoseImaging

/// A source of the reader's frames: a file, a folder, a recording.
protocol FrameSource: AnyObject {
  var info: VideoInfo { get }

  /// The positions of the frames in the files.
  var index: VideoIndex { get }

  /// The times of its frames; `nil` without seeking.
  var timeline: FrameTimeline? { get }

  /// Goes to the frame at a place of the timeline, or the first after it that can be read: the next
  /// `advance` returns that.
  func seek(to place: Int) throws(FileError)

  /// The number and the time of the next frame, whose picture isn't made yet; `nil` at the end.
  func advance(_ report: inout VideoReport) throws(FileError) -> FrameTimestamp?

  /// The frame that `advance` went to; `nil` for one that can't be read, which is counted.
  func frame(_ report: inout VideoReport) throws(FileError) -> VideoFrame?
}

/// The number of a frame, and the time at which it is shown.
struct FrameTimestamp {
  /// As `VideoFrame.index`.
  let index: Int
  /// Frames that come before it in the file, whatever they are numbered.
  let position: Int
  /// Its place in the timeline, or as many frames as came before it.
  let place: Int
  /// As `VideoFrame.time`.
  let time: Double
}

/// A source of a video's depth maps.
protocol DepthSource: AnyObject {
  /// The depth maps' size, upright.
  var size: (width: Int, height: Int) { get }

  /// The unit of the depth maps' numbers, from any source; `nil` for metres without a stated unit.
  var statedUnit: DepthUnit? { get }

  /// The positions of the maps; `nil` without seeking, or if they are files of their own.
  var index: PacketIndex? { get }

  /// Whether any moment can be sought.
  var canBeSought: Bool { get }

  /// Gets ready for frames from this moment on.
  func seek(to moment: Double) throws(FileError)

  /// The depth map of a frame; `nil` when there is none.
  func map(for moment: FrameTimestamp, _ report: inout VideoReport) throws(FileError) -> DepthMap?
}

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

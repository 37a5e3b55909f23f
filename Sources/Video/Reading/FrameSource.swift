import Documents
import Imaging

/// What the reader takes frames from: a file, a folder, a recording.
protocol FrameSource: AnyObject {
  var info: VideoInfo { get }

  /// The number and the time of the next frame, whose picture isn't made yet; `nil` at the end.
  func advance(_ report: inout VideoReport) throws(FileError) -> FrameMoment?

  /// The frame that `advance` went to; `nil` for one that can't be read, which is counted.
  func frame(_ report: inout VideoReport) throws(FileError) -> VideoFrame?
}

/// Which frame it is, and when it is shown.
struct FrameMoment {
  /// As `VideoFrame.index`.
  let index: Int
  /// Frames that come before it in the file, whatever they are numbered.
  let position: Int
  /// As `VideoFrame.time`.
  let time: Double
}

/// Where the depth maps of a video come from.
protocol DepthSource: AnyObject {
  /// The depth maps' size, upright.
  var size: (width: Int, height: Int) { get }

  /// What the depth maps' numbers mean, whoever stated it; `nil` for metres that nobody stated.
  var statedUnit: DepthUnit? { get }

  /// The depth map of a frame; `nil` when there is none.
  func map(for moment: FrameMoment, _ report: inout VideoReport) throws(FileError) -> DepthMap?
}

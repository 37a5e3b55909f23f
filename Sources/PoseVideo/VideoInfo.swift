public import DepthIO
public import PoseImaging

/// The properties of a video that are known before its frames are read.
public struct VideoInfo: Sendable {
  /// The kind of file in a word or two, "Matroska / VP9", "folder of frames".
  public var format: String
  /// Width in pixels, upright.
  public var width: Int
  /// Height in pixels, upright.
  public var height: Int
  /// The rotation of the stored frame that makes it upright.
  public var orientation: ImageOrientation
  /// Frames a second on average; `nil` when the file doesn't say. Times are the frames' own.
  public var frameRate: Double?
  /// Length in seconds; `nil` when the file doesn't say.
  public var duration: Double?
  /// The number of frames that will come, as far as the file tells, after `from`, `to` and `every`;
  /// `nil` when it doesn't.
  public var frameCount: Int?
  /// Size of the depth maps, upright; `nil` without depth.
  public var depthSize: (width: Int, height: Int)?
  /// The unit of the depth maps' numbers, from any source; `nil` without depth, and for metres
  /// without a stated unit.
  public var depthUnit: DepthUnit?
  /// Whether browsers play the file as it is: H.264 of 8 bits with halved colour in MP4 or QuickTime.
  package var isPlayedByBrowsers = false
  /// The calibration that the file itself holds (Record3D); `nil` without one.
  public var calibration: CameraFile?

  /// The properties of a video.
  public init(
    format: String, width: Int, height: Int, orientation: ImageOrientation = .up,
    frameRate: Double? = nil, duration: Double? = nil, frameCount: Int? = nil,
    depthSize: (width: Int, height: Int)? = nil, depthUnit: DepthUnit? = nil,
    calibration: CameraFile? = nil
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.orientation = orientation
    self.frameRate = frameRate
    self.duration = duration
    self.frameCount = frameCount
    self.depthSize = depthSize
    self.depthUnit = depthUnit
    self.calibration = calibration
  }
}

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

/// Errors during the reading of a video that did not end it.
public struct VideoReport: Sendable, Equatable, Codable {
  /// Frames that were handed out.
  public var frames = 0
  /// Packets or files that could not be decoded and were left out.
  public var corruptPackets = 0
  /// Places at which the container reports missing data, and frames were decoded all the same: lost
  /// packets of a transport stream, or its junctions.
  public var interruptions = 0
  /// Whether the file ends before it should.
  public var isTruncated = false
  /// Frames that were left out because their time was not later than that of the one before.
  public var framesOutOfOrder = 0
  /// Frames of another size than the first, scaled to it.
  public var resizedFrames = 0
  /// Frames without a depth map where others have one.
  public var framesWithoutDepth = 0

  /// Nothing went wrong.
  public init() {}

  /// The sum of the reports of two parts of a video.
  public static func + (one: VideoReport, two: VideoReport) -> VideoReport {
    one.with(two, +)
  }

  /// The difference between a report and an earlier one of the same reader.
  public static func - (later: VideoReport, earlier: VideoReport) -> VideoReport {
    var report = later.with(earlier, -)
    report.isTruncated = later.isTruncated && !earlier.isTruncated
    return report
  }

  private func with(_ other: VideoReport, _ combine: (Int, Int) -> Int) -> VideoReport {
    var report = self
    for count in [
      \.frames, \.corruptPackets, \.interruptions, \.framesOutOfOrder, \.resizedFrames,
      \.framesWithoutDepth,
    ] as [WritableKeyPath<VideoReport, Int>] {
      report[keyPath: count] = combine(self[keyPath: count], other[keyPath: count])
    }
    report.isTruncated = isTruncated || other.isTruncated
    return report
  }
}

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
  /// Frames a second of the motion on average; `nil` when the file doesn't say. Times are the frames' own.
  public var frameRate: Double?
  /// Length in seconds of the motion; `nil` when the file doesn't say.
  public var duration: Double?
  /// How many times slower than life the video plays: 8 for 240 frames of a second that are stored as 30, less than 1 for
  /// a time lapse. A player shows `frameRate / slowMotion` frames a second.
  public var slowMotion = 1.0
  /// The frames a second at which the camera took them, where the file states them, as those of Android do; `nil`
  /// otherwise.
  public var captureRate: Double?
  /// The focal length in 35 mm film of the camera, in millimetres, where the file states it, as those of iPhones do; `nil`
  /// otherwise.
  public var focalLengthIn35mmFilm: Double?
  /// The phone or tablet that filmed it, where the file names it: "iPhone 13"; `nil` otherwise.
  public var phone: String?
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

  /// A capture rate that is so many times the file's frame rate, or so many times less, is that of slow motion or a time
  /// lapse. Between, a camera may have left frames out, as in the dark.
  private static let leastSlowMotion = 3.0
  /// By this share the ratio of rates may differ from a whole number that it is taken for: files have 29.97 for 30.
  private static let ratioTolerance = 0.03

  /// The number of times by which the capture rate is higher than the file's; `nil` where one is not known.
  private var captureRatio: Double? {
    guard let captureRate, let frameRate, frameRate > 0 else { return nil }
    let ratio = captureRate / frameRate
    guard ratio.isFinite, ratio > 0 else { return nil }
    let isSlow = ratio >= 1
    let nearest = (isSlow ? ratio : 1 / ratio).rounded()
    let whole = isSlow ? nearest : 1 / nearest
    return abs(ratio / whole - 1) <= Self.ratioTolerance ? whole : ratio
  }

  /// What a video may play slower than life by; a file that states more or less is wrong. Chosen.
  package static let slowMotions = 0.001...1000.0

  /// How many times slower than life the file plays by what it states; 1 where it states nothing, or nothing certain.
  var statedSlowMotion: Double {
    guard let ratio = captureRatio, max(ratio, 1 / ratio) >= Self.leastSlowMotion,
      Self.slowMotions.contains(ratio)
    else { return 1 }
    return ratio
  }

  /// How many times slower than life the video may play, though the file's two rates are too close to say so; `nil`
  /// where nothing speaks for it.
  package var possibleSlowMotion: Double? {
    guard slowMotion == 1, let ratio = captureRatio, ratio >= 1.5, ratio < Self.leastSlowMotion
    else { return nil }
    return ratio
  }

  /// Frames a second of a file without a rate.
  private static let usualRate = 30.0

  /// The frames a second at which every n-th one is played.
  package func playedFrameRate(every step: Int) -> Double {
    (frameRate ?? Self.usualRate) / slowMotion / Double(step)
  }

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
  /// Depth maps that were left out because the first frames in memory had none.
  public var lateDepthMaps = 0

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
      \.framesWithoutDepth, \.lateDepthMaps,
    ] as [WritableKeyPath<VideoReport, Int>] {
      report[keyPath: count] = combine(self[keyPath: count], other[keyPath: count])
    }
    report.isTruncated = isTruncated || other.isTruncated
    return report
  }
}

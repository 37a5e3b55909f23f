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

/// What went wrong while a video was read, and did not end it.
public struct VideoReport: Sendable, Equatable {
  /// Frames that were handed out.
  public var frames = 0
  /// Packets or files that could not be decoded and were left out.
  public var corruptPackets = 0
  /// Places at which the container says that something is missing, and pictures were decoded all the
  /// same: lost packets of a transport stream, or where two were joined.
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
}

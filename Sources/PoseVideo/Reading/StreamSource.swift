import DepthIO
import PoseDocuments
import PoseImaging

/// Frames that a program gives.
final class StreamSource: FrameSource {
  let info: VideoInfo
  private let stream: FrameStream
  private let options: VideoReader.Options
  private let origin: Double
  /// Among so many first frames a depth map is looked for; without one, later maps are left out. More would have to wait in
  /// memory.
  private static let firstFrames = 8
  private var position = -1
  private var current: FrameStream.Frame?

  /// - Throws: the errors of the frames' source, `damaged` if there is none, `mismatch` for a time
  ///   that isn't finite, `unitMissing` for depth in steps of unknown unit.
  init(_ stream: FrameStream, options: VideoReader.Options) throws(FileError) {
    (self.stream, self.options) = (stream, options)
    guard let first = try stream.ahead(1).first else {
      throw FileError(.damaged, path: stream.name, "there is not a single frame")
    }
    origin = first.time
    var info = VideoInfo(
      format: "frames in memory", width: first.image.width, height: first.image.height,
      frameRate: options.frameRate)
    // A depth camera may take longer to begin than the colour camera.
    let depths = try stream.ahead(Self.firstFrames).lazy.compactMap(\.depth)
    if options.usesOwnDepth, let depth = depths.first {
      info.depthSize = (depth.width, depth.height)
      info.depthUnit = try Self.file(depth, of: stream, options)?.unit
    }
    self.info = info
  }

  var index: VideoIndex { VideoIndex(color: nil, depth: nil) }

  var timeline: FrameTimeline? { nil }

  func seek(to place: Int) { preconditionFailure("frames in memory can't be sought") }

  func advance(_ report: inout VideoReport) throws(FileError) -> FrameTimestamp? {
    guard let frame = try stream.next() else { return nil }
    (current, position) = (frame, position + 1)
    guard frame.time.isFinite, origin.isFinite else {
      throw FileError(
        .mismatch, path: stream.name,
        "frame \(position) has the time \(frame.time); seconds were expected")
    }
    return FrameTimestamp(
      index: position, position: position, place: position, time: frame.time - origin)
  }

  func frame(_ report: inout VideoReport) throws(FileError) -> VideoFrame? {
    guard let frame = current else { return nil }
    guard (frame.image.width, frame.image.height) == (info.width, info.height) else {
      throw FileError(
        .mismatch, path: stream.name,
        "frame \(position) has \(frame.image.width)×\(frame.image.height) pixels, and the first one "
          + "\(info.width)×\(info.height)")
    }
    var map: DepthMap?
    if info.depthSize != nil {
      map = try frame.depth.flatMap { (depth) throws(FileError) in
        try Self.file(depth, of: stream, options)?.map
      }
      if map == nil { report.framesWithoutDepth += 1 }
    } else if options.usesOwnDepth, frame.depth != nil {
      report.lateDepthMaps += 1
    }
    return VideoFrame(
      index: position, time: frame.time - origin, image: frame.image, depth: map)
  }

  /// A depth map; `nil` when nothing was measured in it.
  private static func file(
    _ depth: DepthSamples, of stream: FrameStream, _ options: VideoReader.Options
  ) throws(FileError) -> DepthFile? {
    do throws(FileError) {
      return try DepthFile(depth, name: stream.name, options: options.depth)
    } catch {
      guard error.code != .unsuitable else { return nil }
      throw error
    }
  }
}

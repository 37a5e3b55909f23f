internal import CFFmpeg
import DepthIO
import PoseDocuments
import PoseImaging

/// Depth maps from a video stream of 16-bit grey. It is read beside the colour stream, from a
/// container of its own, so that neither has to wait for the other in memory.
final class DepthTrack: DepthSource {
  let size: (width: Int, height: Int)
  private let decoder: TrackDecoder
  let index: PacketIndex?
  private let orientation: ImageOrientation
  private let unit: DepthUnit
  var statedUnit: DepthUnit? { unit }
  private let scale: DepthScale
  /// The time at which the video starts, in the stream's own seconds.
  private let origin: Double
  /// The maximum difference between the times of a frame and its depth map.
  private let tolerance: Double
  /// The last depth frame that is earlier than what was asked for; the decoder holds the next one.
  private var earlier: UnsafeMutablePointer<AVFrame>
  private var earlierTime: Double?
  private var laterTime: Double?

  /// The depth stream of a file: the one that is marked as such, else the first of deep grey that
  /// isn't infrared; `nil` for none.
  static func stream(of container: Container) -> Stream? {
    let streams = container.streams.filter(\.isDeepGrey)
    return streams.first { $0.title.contains("DEPTH") } ?? streams.first { $0.title != "IR" }
  }

  /// The error for a file that was given for its depth and has none.
  private static func noDepth(in container: Container) -> FileError {
    let found = container.streams.first(where: \.isVideo).map { stream in
      let format = av_get_pix_fmt_name(AVPixelFormat(stream.parameters[.format]))
      return "\(FFmpegWords.name(of: stream.parameters[.codec])) of "
        + (format.map { String(cString: $0) } ?? "unknown pixels")
    }
    return FileError(
      .mismatch, path: container.path,
      "there is no depth track in this file (\(container.formatName)): 16-bit grey was expected, "
        + "as FFV1, PNG or b16g, and \(found ?? "no video at all") was found")
  }

  /// - Parameters:
  ///   - container: for this track's exclusive use.
  ///   - origin: the time of the video's first frame in the container's own seconds; `nil` for a
  ///     file of its own, whose first frame belongs to the video's first.
  ///   - frameRate: the video's.
  /// - Throws: `mismatch` if there is no depth in it, `unitMissing` if the unit is unknown,
  ///   `damaged` if no frame can be decoded.
  init(
    of container: Container, origin: Double?, frameRate: Double?, options: VideoReader.Options,
    index: VideoIndex?, report: inout VideoReport
  ) throws(FileError) {
    guard let stream = Self.stream(of: container) else { throw Self.noDepth(in: container) }
    let isAzureKinect = container.isAzureKinect
    guard
      let unit = options.depth.depthUnit ?? (isAzureKinect ? .millimetres : nil)
        ?? options.depth.unitOfIntegers
    else {
      throw FileError(
        .unitMissing, path: container.path,
        "this depth track (\(FFmpegWords.name(of: stream.parameters[.codec]))) of 16-bit integers "
          + "doesn't state its unit", remedy: .stateDepthUnit)
    }
    guard let earlier = av_frame_alloc() else {
      throw FileError(.damaged, path: container.path, "there is no memory left to read depth")
    }
    self.earlier = earlier
    self.unit = unit
    let isStated = isAzureKinect && options.depth.depthUnit == nil
    scale = !unit.isMetric ? .unknown : isStated ? .file : .caller
    let packets =
      if let index { index.depth } else {
        try PacketIndex(of: container.path, stream: stream.index)
      }
    self.index = packets
    decoder = try TrackDecoder(
      stream, of: container, index: packets, threads: 1, pixelLimit: options.depth.pixelLimit)
    orientation = stream.orientation
    // Half a frame, and the millisecond to which Matroska rounds.
    tolerance = 0.5 / (frameRate ?? stream.frameRate ?? 30) + 0.001
    guard decoder.advance(&report) else {
      throw FileError(
        .damaged, path: container.path, "not one frame of the depth track can be decoded")
    }
    laterTime = decoder.time
    self.origin = origin ?? decoder.start
    let (width, height) = (Int(decoder.frame[.width]), Int(decoder.frame[.height]))
    size = orientation.swapsAxes ? (height, width) : (width, height)
  }

  deinit {
    var earlier: UnsafeMutablePointer<AVFrame>? = earlier
    av_frame_free(&earlier)
  }

  var canBeSought: Bool { index != nil }

  func seek(to moment: Double) throws(FileError) {
    guard let index else { preconditionFailure("nothing is known of where depth maps are") }
    let time = origin + moment - tolerance
    let next = index.ticks.partitioningIndex { decoder.stream.seconds($0) >= time }
    av_frame_unref(earlier)
    earlierTime = nil
    laterTime = nil
    guard next < index.ticks.count else { return }
    try decoder.seek(to: next)
    var ignored = VideoReport()
    if decoder.advance(&ignored) { laterTime = decoder.time }
  }

  /// The map nearest to the frame's time, within half a frame.
  func map(for moment: FrameTimestamp, _ report: inout VideoReport) -> DepthMap? {
    let time = origin + moment.time
    while let later = laterTime, later < time {
      av_frame_unref(earlier)
      earlier = decoder.swap(with: earlier)
      earlierTime = later
      laterTime = decoder.advance(&report) ? decoder.time : nil
    }
    let distances = (earlierTime.map { time - $0 }, laterTime.map { $0 - time })
    let before = distances.0 ?? .infinity
    let after = distances.1 ?? .infinity
    guard min(before, after) <= tolerance else { return nil }
    return map(before < after ? earlier : decoder.frame)
  }

  private func map(_ frame: UnsafeMutablePointer<AVFrame>) -> DepthMap? {
    let format = AVPixelFormat(frame[.format])
    guard AVPixelFormat.deepGreys.contains(format), let start = frame.planes[0],
      let description = av_pix_fmt_desc_get(format)
    else { return nil }
    let isBigEndian = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
    let (width, height) = (Int(frame[.width]), Int(frame[.height]))
    let steps = [UInt16](unsafeUninitializedCapacity: width * height) { target, count in
      for row in 0..<height {
        let source = UnsafeRawPointer(start + row * Int(frame.strides[0]))
        for column in 0..<width {
          let sample = source.loadUnaligned(fromByteOffset: 2 * column, as: UInt16.self)
          target[row * width + column] =
            isBigEndian ? UInt16(bigEndian: sample) : UInt16(littleEndian: sample)
        }
      }
      count = width * height
    }
    return DepthMap(steps: steps, width: width, height: height, unit: unit, scale: scale)?
      .oriented(orientation)
  }
}

internal import CFFmpeg
import PoseImaging

/// A stream of a container. It must not outlive that.
struct Stream {
  let pointer: UnsafeMutablePointer<AVStream>

  var index: Int32 { pointer.pointee.index }
  var parameters: AVCodecParameters { pointer.pointee.codecpar.pointee }
  var metadata: OpaquePointer? { pointer.pointee.metadata }
  var timeBase: AVRational { pointer.pointee.time_base }

  var isVideo: Bool {
    parameters.codec_type == AVMEDIA_TYPE_VIDEO
      && pointer.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
  }

  var isSound: Bool { parameters.codec_type == AVMEDIA_TYPE_AUDIO }

  /// Grey of more than 8 bits: depth, or infrared.
  var isDeepGrey: Bool {
    isVideo && DepthTrack.formats.contains(AVPixelFormat(parameters.format))
  }

  /// The track's name, in capitals, as Azure Kinect's are.
  var title: String { (Container.value("title", in: metadata) ?? "").uppercased() }

  var pixelCount: Int { Int(parameters.width) * Int(parameters.height) }

  /// Frames a second on average; `nil` when the file doesn't say.
  var frameRate: Double? {
    for rate in [pointer.pointee.avg_frame_rate, pointer.pointee.r_frame_rate]
    where rate.num > 0 && rate.den > 0 {
      return Double(rate.num) / Double(rate.den)
    }
    return nil
  }

  func seconds(_ ticks: Int64) -> Double {
    Double(ticks) * Double(timeBase.num) / Double(timeBase.den)
  }

  /// The orientation of the stored frame: the nearest of the eight to the display matrix (ISO/IEC
  /// 14496-12, 8.3.2), which takes (p, q) to (a·p + c·q, b·p + d·q).
  var orientation: ImageOrientation {
    guard let matrix = pose3d_display_matrix(pointer) else { return .up }
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
    if max(a.magnitude, d.magnitude) >= max(b.magnitude, c.magnitude) {
      switch (a < 0, d < 0) {
      case (false, false): return .up
      case (true, false): return .upMirrored
      case (true, true): return .down
      case (false, true): return .downMirrored
      }
    }
    switch (c < 0, b < 0) {
    case (false, false): return .leftMirrored
    case (true, false): return .right
    case (true, true): return .rightMirrored
    case (false, true): return .left
    }
  }

  /// The end of the stream in its own seconds, as the file states it; `nil` if it states none, or
  /// only one for all its streams together.
  func statedDuration(in container: Container) -> Double? {
    let context = container.context.pointee
    guard context.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE else { return nil }
    if container.isMatroska {
      if let text = Container.value("DURATION", in: metadata) { return Self.seconds(text) }
      let others = container.streams.contains { $0.index != index && ($0.isVideo || $0.isSound) }
      guard !others, context.duration != pose3d_no_pts() else { return nil }
      return Double(context.duration) / Double(AV_TIME_BASE)
    }
    guard pointer.pointee.duration != pose3d_no_pts(), pointer.pointee.duration > 0 else {
      return nil
    }
    return seconds(pointer.pointee.duration)
  }

  /// "00:01:02.500000000" as Matroska's writers put it into a tag.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
    else { return nil }
    return 3600 * hours + 60 * minutes + seconds
  }
}

internal import CFFmpeg
import PoseSystem

/// FFmpeg's own words.
enum FFmpegWords {
  /// The meaning of one of FFmpeg's error codes, "invalid data found when processing input".
  static func reason(_ code: Int32) -> String {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer[0] = 0
      _ = av_strerror(code, buffer.baseAddress, buffer.count)
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    guard let first = text.first else { return "error \(code)" }
    return first.lowercased() + text.dropFirst()
  }

  /// A codec as people write it, "H.264".
  static func name(of codec: AVCodecID) -> String {
    switch codec {
    case AV_CODEC_ID_H264: "H.264"
    case AV_CODEC_ID_HEVC: "H.265"
    case AV_CODEC_ID_MJPEG: "Motion JPEG"
    case AV_CODEC_ID_MPEG4: "MPEG-4 Visual"
    case AV_CODEC_ID_MPEG2VIDEO: "MPEG-2"
    case AV_CODEC_ID_PRORES: "ProRes"
    case AV_CODEC_ID_RAWVIDEO: "uncompressed"
    default: String(cString: avcodec_get_name(codec)).uppercased()
    }
  }
}

internal import CFFmpeg
import PoseDocuments
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
    case .hevc: "H.265"
    case AV_CODEC_ID_MJPEG: "Motion JPEG"
    case AV_CODEC_ID_MPEG4: "MPEG-4 Visual"
    case AV_CODEC_ID_MPEG2VIDEO: "MPEG-2"
    case AV_CODEC_ID_PRORES: "ProRes"
    case AV_CODEC_ID_RAWVIDEO: "uncompressed"
    default: String(cString: avcodec_get_name(codec)).uppercased()
    }
  }
}

/// FFmpeg's libraries, which are loaded when the first video is opened or written.
enum FFmpegLibraries {
  /// The reason that there are none on this machine; `nil` when there are. Loads them.
  static let problem = pose3d_ffmpeg_load().map { String(cString: $0) }

  /// To be called before anything of FFmpeg's is: throws `unsupported` when there is none.
  static func load(for path: String) throws(FileError) {
    guard let problem else { return }
    throw FileError(
      .unsupported, path: path,
      "videos are read and written by FFmpeg, whose library \(problem)",
      remedy: .installFFmpeg(
        oldest: String(cString: pose3d_ffmpeg_oldest()),
        newest: String(cString: pose3d_ffmpeg_newest())))
  }
}

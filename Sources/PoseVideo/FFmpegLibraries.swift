internal import CFFmpeg
import PoseDocuments

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
      remedy: .installFFmpeg(release: Int(pose3d_ffmpeg_release())))
  }
}

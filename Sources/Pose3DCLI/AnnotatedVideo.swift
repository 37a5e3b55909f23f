import Foundation
import Motion
import Pose3D
import PoseDrawing
import Video

/// The video once more, with what was found drawn on it.
struct AnnotatedVideo {
  let settings: VideoAnalysis.Settings
  let info: VideoInfo
  let sequence: PoseSequence
  let analyses: [ExerciseAnalysis]

  /// Frames a second where the file says nothing.
  private static let usualRate = 30.0

  /// Reads the video again and writes it with the drawings, frame by frame; Ctrl-C ends it early.
  func write(to path: String) throws {
    var options = settings.reading
    options.threads = settings.jobs
    let reader = try VideoReader(
      contentsOf: settings.path, depth: settings.depthPath, options: options)
    let writer = try VideoWriter(
      path, width: info.width, height: info.height,
      frameRate: (info.frameRate ?? Self.usualRate) / Double(settings.reading.every))
    var progress = VideoProgress(
      "drawn", total: sequence.recording.frames.count, on: .standardError)
    defer { progress.erase() }
    do {
      for (position, known) in sequence.recording.frames.enumerated() {
        guard let frame = try reader.next(), frame.index == known.index else { break }
        _ = position
        progress.show(position + 1)
      }
      try writer.finish()
    } catch {
      writer.cancel()
      throw error
    }
  }
}

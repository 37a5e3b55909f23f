import Foundation
import Motion
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

  /// Reads the video again and writes it with the drawings, frame by frame, until the end of what was
  /// analysed; a further Ctrl-C ends it early. Returns the number of frames that were written.
  func write(to path: String) throws -> Int {
    var options = settings.reading
    options.threads = settings.jobs
    options.usesOwnDepth = false
    let reader = try VideoReader(contentsOf: settings.path, options: options)
    let writer = try VideoWriter(
      path, width: info.width, height: info.height,
      frameRate: (info.frameRate ?? Self.usualRate) / Double(settings.reading.every))
    let timelines = zip(analyses, sequence.people).map { ExerciseTimeline(of: $0, person: $1) }
    let frames = sequence.recording.frames
    let requests = Interruption.count
    var written = 0
    var progress = VideoProgress("drawn", total: frames.count, on: .standardError)
    defer { progress.erase() }
    do {
      // Frames that a damaged file gives at one time and not at another are left out.
      let ahead = FramesAhead(of: reader)
      defer { ahead.stop() }
      var position = 0
      while position < frames.count, Interruption.count == requests, let frame = try ahead.next() {
        while position < frames.count, frames[position].index < frame.index { position += 1 }
        guard position < frames.count, frames[position].index == frame.index else { continue }
        let drawing = ExerciseOverlay(
          of: sequence.poses(at: position), on: frame.image,
          exercises: timelines.compactMap { .init(of: $0, at: frame.time) })
        try drawing.withWords { try writer.append(words: $0, at: frame.time) }
        position += 1
        written += 1
        progress.show(position)
      }
      try writer.finish()
      return written
    } catch {
      writer.cancel()
      throw error
    }
  }
}

/// Frames that are decoded while those before them are drawn.
private final class FramesAhead {
  private let queue = BoundedQueue<Result<VideoFrame?, any Error>>(capacity: 4)
  private let end = Latch()
  private var isOver = false

  init(of reader: VideoReader) {
    let (source, queue, end) = (Confined(reader), queue, end)
    Thread {
      while !end.isSet {
        let next = Result { try source.value.next() }
        queue.push(next)
        if case .success(.some) = next { continue }
        return
      }
      queue.push(.success(nil))
    }.start()
  }

  /// The next frame; `nil` at the end.
  func next() throws -> VideoFrame? {
    guard !isOver else { return nil }
    let next = queue.pop()
    if case .success(.some(let frame)) = next { return frame }
    isOver = true
    return try next.get()
  }

  /// Ends decoding, and waits for it.
  func stop() {
    end.set()
    while (try? next()) != nil {}
  }
}

internal import PoseDocuments
public import PoseImaging
internal import PoseMotion
internal import PoseDrawing
internal import PoseVideo

/// The pictures of a live session with what was found drawn on them, as a video file or, while it is made,
/// on standard output.
///
/// An annotation is used from one thread at a time.
public final class LiveAnnotation {
  private enum Writer {
    case file(VideoWriter)
    case stream(VideoStreamWriter)
  }

  private let path: String
  private let frameRate: Double
  private var writer: Writer?
  private var isOver = false
  /// The pictures so far.
  public private(set) var count = 0

  /// A video without a picture.
  ///
  /// - Parameters:
  ///   - path: the file, mp4, mov or mkv; `-` for standard output, which gets MPEG-TS.
  ///   - frameRate: the usual rate, for players.
  public init(to path: String, frameRate: Double) {
    (self.path, self.frameRate) = (path, frameRate)
  }

  /// Draws a frame's people on its image and writes it. Returns `false` when the stream has no
  /// reader any more.
  ///
  /// - Throws: `FileError`: `unwritable`, and `unsupported` without an encoder or for another ending of the
  ///   name; `DrawingError`.
  public func add(_ frame: LiveFrame, on image: ColorImage) throws -> Bool {
    guard !isOver else { return false }
    let writer = try writer ?? make(image)
    self.writer = writer
    let exercises = frame.people.compactMap { person in
      person.exercise.title.map {
        ExerciseOverlay.Exercise(
          person: person.id, title: $0,
          progress: ExerciseProgress(count: person.exercise.count, phase: .rest))
      }
    }
    let drawing = ExerciseOverlay(
      of: frame.people.compactMap(\.pose), on: image, exercises: exercises,
      contacts: frame.scene.groundsFeet
        ? Dictionary(
          frame.people.map { ($0.id, $0.contacts ?? []) }, uniquingKeysWith: { first, _ in first })
        : nil)
    let isRead = try drawing.withWords { words in
      switch writer {
      case .file(let writer):
        try writer.append(words: words, at: frame.time)
        return true
      case .stream(let writer): return try writer.append(words: words, at: frame.time)
      }
    }
    isOver = !isRead
    count += isRead ? 1 : 0
    return isRead
  }

  /// Ends the video; without a frame none is written.
  ///
  /// - Throws: `FileError`, `unwritable`.
  public func finish() throws {
    switch writer {
    case .file(let writer): try writer.finish()
    case .stream(let writer): try writer.finish()
    case nil: break
    }
    writer = nil
  }

  private func make(_ image: ColorImage) throws(FileError) -> Writer {
    let (width, height) = (image.width, image.height)
    return path == "-"
      ? .stream(try VideoStreamWriter(width: width, height: height, frameRate: frameRate))
      : .file(try VideoWriter(path, width: width, height: height, frameRate: frameRate))
  }
}

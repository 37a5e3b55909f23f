internal import Foundation
internal import PoseImaging
internal import PoseMotion
internal import Pose3D
internal import PoseDrawing
internal import PoseVideo

/// The video once more, with what was found drawn on it.
public struct AnnotatedVideo {
  private let analysis: VideoAnalysis
  private let sequence: PoseSequence
  private let camera: Camera
  private let analyses: [ExerciseAnalysis]
  private let faces: FaceRegions?

  /// The drawings of what an analysis found.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - analysis: the analysis that found it.
  ///   - blursFaces: whether the faces of measured people are made unrecognisable.
  public init(of result: VideoResult, by analysis: VideoAnalysis, blursFaces: Bool = false) {
    guard let camera = result.sequence.recording.camera else {
      preconditionFailure("the joints of a video are in its camera's frame")
    }
    (self.analysis, self.camera) = (analysis, camera)
    faces = blursFaces ? FaceRegions(of: result.sequence, camera: camera) : nil
    (sequence, analyses) = (result.sequence, result.analyses)
  }

  /// Reads the video again and writes it with the drawings, frame by frame, until the end of what was
  /// analysed, or until it is cancelled. Returns the number of frames that were written.
  ///
  /// - Parameters:
  ///   - path: the file; mp4, mov or mkv.
  ///   - isCancelled: asked between frames.
  ///   - onFrame: called with the number of frames that are done.
  /// - Throws: `FileError`; nothing half-written stays.
  public func write(
    to path: String, isCancelled: () -> Bool = { false }, onFrame: (Int) -> Void = { _ in }
  ) throws -> Int {
    let (settings, info) = (analysis.settings, analysis.info)
    var options = settings.reading
    options.usesOwnDepth = false
    let reader = try VideoReader(contentsOf: settings.path, options: options)
    let writer = try VideoWriter(
      path, width: info.width, height: info.height,
      frameRate: info.playedFrameRate(every: settings.reading.every))
    let timelines = zip(analyses, sequence.people).map { ExerciseTimeline(of: $0, person: $1) }
      .filter { $0.title != nil }
    let frames = sequence.recording.frames
    let planted = sequence.people.map { (id: $0.id, points: $0.plantedPoints()) }
    let isGrounded = planted.contains { person in person.points.contains { !$0.isEmpty } }
    var written = 0
    do {
      // Frames that a damaged file gives at one time and not at another are left out.
      let ahead = FrameReadAhead(.max, of: reader, inThreadOfItsOwn: true, isStopped: { false })
      defer { ahead.stop() }
      var position = 0
      while position < frames.count, !isCancelled(), let (frame, _) = try ahead.next() {
        while position < frames.count, frames[position].index < frame.index { position += 1 }
        guard position < frames.count, frames[position].index == frame.index else { continue }
        let drawing = ExerciseOverlay(
          of: sequence.posesToDraw(at: position, by: camera),
          on: faces?.hiding(in: frame.image, at: frame.time) ?? frame.image,
          exercises: ExerciseTimeline.preferred(timelines, at: frame.time)
            .compactMap { .init(of: $0, at: frame.time) },
          contacts: isGrounded
            ? Dictionary(
              planted.map { ($0.id, $0.points[position]) }, uniquingKeysWith: { first, _ in first })
            : nil)
        // It plays as slowly as the file.
        try drawing.withWords { try writer.append(words: $0, at: frame.time * info.slowMotion) }
        position += 1
        written += 1
        onFrame(position)
      }
      try writer.finish()
      return written
    } catch {
      writer.cancel()
      throw error
    }
  }
}

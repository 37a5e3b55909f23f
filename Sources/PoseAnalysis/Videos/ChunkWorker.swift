internal import Foundation
internal import Pose3D
internal import PoseDetection
internal import PoseDocuments
internal import PoseFiles
internal import PoseMotion
internal import PoseMultiView
internal import PoseVideo
internal import PoseImaging

/// Follows and lifts the people in chunks of a video; used by one thread.
final class ChunkWorker {
  private let reader: VideoReader
  private let detector: BodyPoseDetector
  private let detectors: DetectorPool
  private let lifter: FrameLifter
  private let decodesAhead: Bool
  private let repairsSides: Bool
  private var isFresh = true

  /// - Parameter decodesAhead: whether frames are decoded by a thread of their own.
  init(
    _ analysis: VideoAnalysis, detectors: DetectorPool, decodesAhead: Bool
  ) throws {
    reader = try analysis.reader()
    detector = try detectors.take()
    self.detectors = detectors
    lifter = FrameLifter(analysis)
    self.decodesAhead = decodesAhead
    repairsSides = analysis.settings.measurement.motion.repairs
  }

  deinit { detectors.giveBack(detector) }

  /// Follows the people in a run of chunks, which lie one after another. Each chunk has a tracker
  /// of its own, without a memory of frames before the chunk's first.
  ///
  /// - Parameters:
  ///   - chunks: with their places among all.
  ///   - isStopped: asked before each frame; the chunk that is at work then is incomplete.
  ///   - onFrame: called after each frame that is a chunk's own.
  ///   - take: is given the chunks as they are done.
  func follow(
    _ chunks: [(number: Int, chunk: VideoChunk)], isStopped: @escaping @Sendable () -> Bool,
    onFrame: () -> Void, take: (FollowedChunk) -> Void
  ) throws {
    guard let first = chunks.first, let end = chunks.last?.chunk.end else { return }
    try seek(to: first.chunk)
    var waiting = chunks[...]
    var open: [OpenChunk] = []
    let frames = source(before: end, isStopped: isStopped)
    defer { frames.stop() }
    while let (frame, report) = try frames.next() {
      while let next = waiting.first, next.chunk.first <= frame.place {
        waiting.removeFirst()
        open.append(
          OpenChunk(
            next.number, next.chunk, BodyPoseTracker(detector: detector), repairsSides: repairsSides
          ))
      }
      while let done = open.first, done.chunk.end <= frame.place {
        open.removeFirst()
        take(done.closed(isComplete: true))
      }
      for place in open.indices {
        if try open[place].add(frame, report, lifter) { onFrame() }
      }
    }
    let isComplete = !isStopped()
    if let report = frames.finalReport {
      for place in open.indices { open[place].end(with: report) }
    }
    for done in open { take(done.closed(isComplete: isComplete)) }
    for next in waiting { take(FollowedChunk(number: next.number, isComplete: isComplete)) }
  }

  /// Follows the people in the own frames of a chunk with a tracker that remembers earlier frames.
  func follow(
    _ number: Int, _ chunk: VideoChunk, after people: TrackingMemory,
    isStopped: @escaping @Sendable () -> Bool
  ) throws -> FollowedChunk {
    let tracker = BodyPoseTracker(detector: detector)
    tracker.memory = people
    try seek(to: chunk, own: true)
    var open = OpenChunk(number, chunk, tracker, repairsSides: repairsSides)
    let frames = source(before: chunk.end, isStopped: isStopped)
    defer { frames.stop() }
    while let (frame, report) = try frames.next() { _ = try open.add(frame, report, lifter) }
    if let report = frames.finalReport { open.end(with: report) }
    return open.closed(isComplete: !isStopped())
  }

  private func seek(to chunk: VideoChunk, own: Bool = false) throws(FileError) {
    let place = own ? chunk.own : chunk.first
    defer { isFresh = false }
    // A new reader is where the first chunk begins.
    if isFresh, chunk.first == chunk.own, !own { return }
    try reader.seek(to: place)
  }

  private func source(
    before end: Int, isStopped: @escaping @Sendable () -> Bool
  ) -> FrameReadAhead {
    FrameReadAhead(end, of: reader, inThreadOfItsOwn: decodesAhead, isStopped: isStopped)
  }
}

/// A chunk that is at work.
private struct OpenChunk {
  let chunk: VideoChunk
  private let tracker: BodyPoseTracker
  private var found: FollowedChunk
  private var frames: LiftedFrames
  private var before: VideoReport?
  private var last = VideoReport()
  private var background = BackgroundShift()

  init(
    _ number: Int, _ chunk: VideoChunk, _ tracker: BodyPoseTracker, repairsSides: Bool
  ) {
    (self.chunk, self.tracker) = (chunk, tracker)
    frames = LiftedFrames(repairsSides: repairsSides)
    tracker.beginnings = []
    found = FollowedChunk(number: number)
    // What is wrong before the first frame of all is the first chunk's.
    if chunk.first == chunk.own, number == 0 { before = VideoReport() }
  }

  /// Follows and lifts the people in the next frame. Returns whether it is the chunk's own.
  mutating func add(
    _ frame: VideoFrame, _ report: VideoReport, _ lifter: FrameLifter
  ) throws -> Bool {
    let isOwn = frame.place >= chunk.own
    if isOwn, frames.count == 0 { found.peopleAtFirst = tracker.memory }
    let poses = try tracker.poses(in: frame.image, at: frame.time, depth: frame.depth)
    guard isOwn else {
      before = report
      return false
    }
    if before == nil {
      before = report
      before?.frames -= 1
    }
    last = report
    let people = try lifter.lift(
      frame, poses, startsShot: tracker.memory.isAtCut, into: &frames, &found.tally)
    if tracker.memory.isAtCut { background.reset() }
    let shift = background.add(
      frame.image, at: frame.time, people: people, camera: lifter.camera)
    if let shift { found.tally.count(background: shift) }
    return true
  }

  /// The chunk is the video's last: what is wrong with the file's end is its own.
  mutating func end(with report: VideoReport) { last = report }

  /// The chunk, each person's frames solved together, with the numbers of a document.
  func closed(isComplete: Bool) -> FollowedChunk {
    var found = found
    found.frames = frames.solved().map(\.written)
    found.peopleAtLast = tracker.memory
    found.beginnings = tracker.beginnings ?? []
    found.replaced = tracker.replaced
    found.tally.report = last - (before ?? last)
    found.isComplete = isComplete
    return found
  }
}

/// The results of a chunk of a video.
struct FollowedChunk: Sendable {
  /// Its place among the chunks.
  let number: Int
  /// Its own frames, with the tracker's numbers of people.
  var frames: [PoseRecording.Frame] = []
  /// The counts over them.
  var tally = VideoTally()
  /// The people whom the tracker followed when the chunk's own frames began; the last frame before
  /// them was the last of the chunk before.
  var peopleAtFirst = TrackingMemory()
  /// The same at its end.
  var peopleAtLast = TrackingMemory()
  /// The people who came into view, in the order of time.
  var beginnings: [TrackBeginning] = []
  /// The tracker's numbers of those who gave way to larger people.
  var replaced: [Int] = []
  /// Whether it was read to its end.
  var isComplete = true
}

/// Makes skeletons of the 2D poses in a video's frames.
struct FrameLifter: Sendable {
  private let lifter: Lifter
  private let view: VideoView
  /// The camera.
  var camera: Camera { view.camera }

  init(_ analysis: VideoAnalysis) {
    var options = Lifter.Options()
    options.bodyHeight = analysis.settings.measurement.bodyHeight
    options.gravity = analysis.view.vertical.gravity
    (lifter, view) = (Lifter(options: options), analysis.view)
  }

  /// Adds the people in a frame to those before; what couldn't be measured is counted.
  ///
  /// - Parameter startsShot: whether the video was cut before the frame.
  /// - Returns: the people in the frame who were measured.
  ///
  /// Throws `FileError` when the depth map doesn't fit the picture.
  func lift(
    _ frame: VideoFrame, _ poses: [Pose2D], startsShot: Bool, into frames: inout LiftedFrames,
    _ tally: inout VideoTally
  ) throws(FileError) -> [BodyEstimate] {
    let depth = try frame.depth.map { (map) throws(FileError) in try view.registered(map) }
    var people: [(id: Int?, moment: LiftedFrame)] = []
    for pose in poses {
      do throws(LiftingError) {
        let moment = try lifter.moment(
          at: frame.time, from: pose, camera: view.camera, depth: depth)
        people.append((pose.id, moment))
        tally.count(moment.bodyPose.depthUse)
      } catch .noSolution {
        tally.unsolved += 1
      } catch {
        tally.tooLittleSeen += 1
      }
    }
    frames.append(
      index: frame.index, time: frame.time, startsShot: startsShot, people: people)
    return people.map(\.moment.bodyPose.body)
  }
}

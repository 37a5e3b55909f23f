internal import Detection
internal import Foundation
internal import Motion
internal import Pose3D
internal import Synchronization
internal import Video

/// Decoding, detection and lifting of a video's frames, side by side. A person is followed from
/// frame to frame, so detection is one thread's work; decoding has its own, lifting the others. The
/// order and the results don't depend on how many there are.
struct VideoPipeline {
  /// A frame with its people in 2D.
  struct TrackedFrame: Sendable {
    let frame: VideoFrame
    let poses: [Pose2D]
  }

  /// Where frames come from.
  let reader: VideoReader
  /// What follows people.
  let tracker: BodyPoseTracker
  /// What is made of each frame; called on several threads.
  let lift: @Sendable (TrackedFrame) -> LiftedFrame
  /// Threads, at least 1.
  let jobs: Int

  /// Runs to the end of the video, or until `isStopped` says so, and hands the frames to `take` in
  /// their order. Errors of any stage end it, after what came before them has been taken.
  func run(
    isStopped: @escaping @Sendable () -> Bool, take: (LiftedFrame) throws -> Void
  ) throws {
    if jobs == 1 {
      while !isStopped(), let frame = try reader.next() {
        try take(lift(TrackedFrame(frame: frame, poses: try tracker.poses(in: frame))))
      }
      return
    }
    let state = PipelineState(isStopped: isStopped)
    let lifters = max(1, jobs - 2)
    let decoded = BoundedQueue<VideoFrame?>(capacity: 4)
    let tracked = BoundedQueue<(Int, TrackedFrame)?>(capacity: 2 * lifters)
    let lifted = BoundedQueue<(Int, LiftedFrame)?>(capacity: 4 * lifters)
    let (source, follower, lift) = (Confined(reader), Confined(tracker), lift)
    Self.start("decoding") {
      state.attempt {
        while !state.isOver, let frame = try source.value.next() { decoded.push(frame) }
      }
      decoded.push(nil)
    }
    Self.start("detection") {
      var number = 0
      while let frame = decoded.pop() {
        state.attempt {
          guard !state.hasFailed else { return }
          let poses = try follower.value.poses(in: frame)
          tracked.push((number, TrackedFrame(frame: frame, poses: poses)))
          number += 1
        }
      }
      for _ in 0..<lifters { tracked.push(nil) }
    }
    for _ in 0..<lifters {
      Self.start("lifting") {
        while let (number, frame) = tracked.pop() { lifted.push((number, lift(frame))) }
        lifted.push(nil)
      }
    }
    var (waiting, next, running): ([Int: LiftedFrame], Int, Int) = ([:], 0, lifters)
    var failure: (any Error)?
    while running > 0 {
      guard let (number, frame) = lifted.pop() else {
        running -= 1
        continue
      }
      waiting[number] = frame
      while let frame = waiting.removeValue(forKey: next) {
        next += 1
        guard failure == nil else { continue }
        do { try take(frame) } catch {
          failure = error
          state.stop()
        }
      }
    }
    if let failure = failure ?? state.failure { throw failure }
  }

  private static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.name = name
    thread.start()
  }
}

/// Whether the stages of a pipeline go on.
private final class PipelineState: Sendable {
  private let isStopped: @Sendable () -> Bool
  private let end = Mutex<(failure: (any Error)?, isOver: Bool)>((nil, false))

  init(isStopped: @escaping @Sendable () -> Bool) { self.isStopped = isStopped }

  /// Whether no further frames are wanted.
  var isOver: Bool { isStopped() || end.withLock(\.isOver) }
  var hasFailed: Bool { end.withLock { $0.failure != nil } }
  var failure: (any Error)? { end.withLock(\.failure) }

  func stop() { end.withLock { $0.isOver = true } }

  /// Does a piece of work; its error ends the pipeline.
  func attempt(_ work: () throws -> Void) {
    do { try work() } catch {
      end.withLock { $0 = ($0.failure ?? error, true) }
    }
  }
}

extension BodyPoseTracker {
  /// The people in the next frame of a video.
  fileprivate func poses(in frame: VideoFrame) throws -> [Pose2D] {
    try poses(in: frame.image, at: frame.time, depth: frame.depth)
  }
}

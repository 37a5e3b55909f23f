public import DepthIO
public import PoseDocuments
public import PoseImaging
internal import Synchronization

/// Frames that a program has in memory and gives one after another, as from a camera or a decoder of its
/// own. They are taken once, and can't be gone back to.
public final class FrameStream: Sendable {
  /// A frame that is given.
  public struct Frame: Sendable {
    /// Seconds, from any moment on.
    public var time: Double
    /// The picture, upright.
    public var image: ColorImage
    /// The depth map of the same view, at any resolution; `nil` when there is none for this frame.
    public var depth: DepthSamples?

    /// A frame.
    public init(time: Double, image: ColorImage, depth: DepthSamples? = nil) {
      (self.time, self.image, self.depth) = (time, image, depth)
    }
  }

  private struct State {
    var waiting: [Frame] = []
    var isOver = false
  }

  /// The name in errors and documents.
  public let name: String
  private let give: @Sendable () throws(FileError) -> Frame?
  private let state = Mutex(State())

  /// Frames that a function gives.
  ///
  /// - Parameters:
  ///   - name: the name in errors and documents.
  ///   - next: gives the next frame, `nil` after the last one. It is called from any thread, never from
  ///     two at a time, and never after it gave `nil` or threw.
  public init(name: String, next: @escaping @Sendable () throws(FileError) -> Frame?) {
    (self.name, give) = (name, next)
  }

  /// Frames that are there already.
  package convenience init(replaying frames: [Frame], name: String) {
    let left = Mutex(frames[...])
    self.init(name: name) { left.withLock { $0.popFirst() } }
  }

  /// The next frames, which `next` gives all the same; fewer at the end.
  package func ahead(_ count: Int) throws(FileError) -> [Frame] {
    try state.withLock { (state) throws(FileError) in
      while state.waiting.count < count, let frame = try taken(&state) {
        state.waiting.append(frame)
      }
      return Array(state.waiting.prefix(count))
    }
  }

  /// The next frame; `nil` after the last one.
  func next() throws(FileError) -> Frame? {
    try state.withLock { (state) throws(FileError) in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      return try taken(&state)
    }
  }

  private func taken(_ state: inout State) throws(FileError) -> Frame? {
    guard !state.isOver else { return nil }
    do throws(FileError) {
      if let frame = try give() { return frame }
    } catch {
      state.isOver = true
      throw error
    }
    state.isOver = true
    return nil
  }
}

/// A frame of a video: upright, with its time and, where there is one, its depth map.
public struct VideoFrame: Sendable {
  /// The frame's number in the file, from 0, whatever was left out before it; the number in its name
  /// for a folder of frames.
  public let index: Int
  /// Frames that come before it, as `VideoChunk` counts them.
  public let place: Int
  /// Seconds of the motion from the first frame of the file; later than that of the frame before.
  public let time: Double
  /// The picture, upright.
  public let image: ColorImage
  /// The depth map, upright, as the depth camera saw it: not registered to the picture; `nil` when
  /// there is none for this frame.
  public let depth: DepthMap?

  /// A frame from its parts.
  ///
  /// - Parameters:
  ///   - index: the number in the file.
  ///   - place: the frame's number (default: `index`).
  ///   - time: seconds from the first frame of the file.
  ///   - image: the picture, upright.
  ///   - depth: the depth map, upright; `nil` if there is none.
  public init(
    index: Int, place: Int? = nil, time: Double, image: ColorImage, depth: DepthMap? = nil
  ) {
    (self.index, self.place, self.time) = (index, place ?? index, time)
    (self.image, self.depth) = (image, depth)
  }

  /// The same at another time.
  func at(time: Double) -> VideoFrame {
    VideoFrame(index: index, place: place, time: time, image: image, depth: depth)
  }
}

/// The positions of the frames of a video and of its depth track in their files.
public struct VideoIndex: Sendable {
  /// Of the frames; `nil` without seeking, or if frames are files of their own.
  let color: PacketIndex?
  /// The same of a depth track.
  let depth: PacketIndex?
}

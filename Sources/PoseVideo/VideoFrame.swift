public import PoseImaging

/// A frame of a video: upright, with its time and, where there is one, its depth map.
public struct VideoFrame: Sendable {
  /// The frame's number in the file, from 0, whatever was left out before it; the number in its name
  /// for a folder of frames.
  public let index: Int
  /// Frames that come before it, as `VideoChunk` counts them.
  public let place: Int
  /// Seconds from the first frame of the file; later than that of the frame before.
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
}

/// The positions of the frames of a video and of its depth track in their files.
public struct VideoIndex: Sendable {
  /// Of the frames; `nil` without seeking, or if frames are files of their own.
  let color: PacketIndex?
  /// The same of a depth track.
  let depth: PacketIndex?
}

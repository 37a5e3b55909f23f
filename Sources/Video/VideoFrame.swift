public import Imaging

/// A frame of a video: upright, with its time and, where there is one, its depth map.
public struct VideoFrame: Sendable {
  /// The frame's number in the file, from 0, whatever was left out before it; the number in its name
  /// for a folder of frames.
  public let index: Int
  /// Seconds from the first frame of the file; later than that of the frame before.
  public let time: Double
  /// The picture, upright.
  public let image: ColorImage
  /// The depth map, upright, as the depth camera saw it: not registered to the picture; `nil` when
  /// there is none for this frame.
  public let depth: DepthMap?

  /// A frame from its parts.
  public init(index: Int, time: Double, image: ColorImage, depth: DepthMap? = nil) {
    (self.index, self.time, self.image, self.depth) = (index, time, image, depth)
  }
}

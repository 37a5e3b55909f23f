public import Pose3D

/// One image of a keypoint file.
public struct KeypointFrame: Sendable, Equatable {
  /// The picture's number: the one that the file gives it, else the last number in its name (frame
  /// 30 of `cam01.0030.jpg`); its position from 0 where not every picture has a number of its own.
  public var index: Int
  /// The picture and who is in it. Where the file doesn't name the picture, its name is the
  /// keypoint file's own, without `_keypoints` and ending.
  public var picture: PicturePoses
  /// Whether the file or the caller gave the image's size. If not, its size is the smallest that
  /// holds all points of the file.
  public var isSizeKnown: Bool

  /// The picture's name.
  public var name: String { picture.file }
  /// The people in the picture, in the file's order.
  public var people: [Pose2D] { picture.people }

  /// A picture of a file.
  public init(index: Int, picture: PicturePoses, isSizeKnown: Bool = true) {
    self.index = index
    self.picture = picture
    self.isSizeKnown = isSizeKnown
  }
}

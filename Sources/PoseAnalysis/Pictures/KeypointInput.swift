internal import PoseImaging
public import Pose3D
internal import PoseFiles

/// 2D keypoints of a picture from a file, instead of detecting them.
public struct KeypointInput: Sendable {
  /// The file, or the folder with a file a picture.
  public var path: String
  /// The file's layout, where its number of points fits several.
  public var layout: KeypointLayout?
  /// The picture's number in a file or folder of several; `nil` for the one that is called as the
  /// picture's file is.
  public var frame: Int?

  /// Keypoints in a file.
  public init(_ path: String, layout: KeypointLayout? = nil, frame: Int? = nil) {
    self.path = path
    self.layout = layout
    self.frame = frame
  }

  /// The people of a picture, as many as are asked for: the largest, in the file's order.
  func poses(for picture: PictureFrame, maximumCount: Int) throws -> [Pose2D] {
    let poses = try KeypointFile.people(
      contentsOf: path, imageWidth: picture.image.width, imageHeight: picture.image.height,
      layout: layout, frame: frame, picture: picture.imageInput.file)
    guard poses.count > maximumCount else { return poses }
    let largest = poses.indices.sorted { poses[$0].extent > poses[$1].extent }
    return largest.prefix(maximumCount).sorted().map { poses[$0] }
  }
}

extension Pose2D {
  /// The longer side of the box around the keypoints, in pixels.
  fileprivate var extent: Double {
    let (xs, ys) = (points.values.map(\.x), points.values.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return 0 }
    return max(right - left, bottom - top)
  }
}

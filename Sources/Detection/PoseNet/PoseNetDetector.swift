public import DepthIO
public import Pose3D

/// Finds people's 17 points with a PoseNet model that the user has.
public final class PoseNetDetector {
  /// A detector with its model compiled; `model` is the path of a TensorFlow Lite file.
  public init(
    model: String, assets: DetectionAssets, threads: Int = 1, cacheFolder: String? = nil
  ) throws(DetectionError) {}

  /// The people in a picture, at most `maximumCount` of them, the surest first.
  public func poses(
    in picture: ColorImage, maximumCount: Int = 1
  ) throws(DetectionError) -> [Pose2D] {
    []
  }
}

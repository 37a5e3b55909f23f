public import DepthIO
public import Pose3D

/// Finds hands and their 21 landmarks in pictures.
public final class HandPoseDetector {
  /// What to look for and how.
  public struct Options: Sendable {
    /// How many hands are returned at most, at least 1.
    public var maximumHandCount = 2
    /// 0…1, the score from which on the palm detector is believed.
    public var minimumDetectionConfidence = 0.5
    /// 0…1, the presence that the landmark model must exceed for a hand to count.
    public var minimumPresence = 0.5
    /// Threads that one inference uses, at least 1.
    public var threads = 1
    /// A folder for compiled models, made when it is missing; `nil` keeps none.
    public var cacheFolder: String?

    /// The defaults.
    public init() {}
  }

  let options: Options

  /// A detector with its models compiled.
  public init(assets: DetectionAssets, options: Options = Options()) throws(DetectionError) {
    self.options = options
  }

  /// The hands in a picture. Where `bodies` are given, it looks around their wrists too.
  public func hands(
    in picture: ColorImage, near bodies: [Pose2D] = []
  ) throws(DetectionError) -> [HandPose] {
    []
  }
}

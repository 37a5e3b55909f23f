import DepthIO
import Detection
import Foundation
import Pose3D

/// What looks for bodies: BlazePose, or a model of the user's.
enum BodyFinder {
  case blazePose(BodyPoseDetector)
  case poseNet(PoseNetDetector, maximumCount: Int)

  /// A detector with its models compiled.
  ///
  /// - Parameters:
  ///   - model: `full`, `heavy`, or the path of a file with a model.
  ///   - minimumConfidence: how sure it has to be of a person; `nil` for what is usual.
  init(
    model: String, assets: DetectionAssets, maximumCount: Int, minimumConfidence: Double?
  ) throws {
    var options = BodyPoseDetector.Options()
    options.maximumCount = maximumCount
    options.cacheFolder = Installation.cacheFolder
    if let minimumConfidence {
      options.minimumDetectionConfidence = minimumConfidence
      options.minimumPresence = minimumConfidence
    }
    switch model {
    case "full": options.model = .full
    case "heavy": options.model = .heavy
    default:
      guard access(model, R_OK) == 0 else {
        throw Failure(
          code: .noInput,
          message: "\(model): there is no such model: --model is full, heavy or the file of one")
      }
      options.model = .file(model)
    }
    self = .blazePose(try BodyPoseDetector(assets: assets, options: options))
  }

  /// The people in a picture, the most prominent first, numbered from 0.
  func poses(in picture: ColorImage, regionOfInterest: RegionOfInterest?) throws -> [Pose2D] {
    let poses =
      switch self {
      case .blazePose(let detector):
        try detector.poses(in: picture, regionOfInterest: regionOfInterest)
      case .poseNet(let detector, let count):
        try detector.poses(in: picture, maximumCount: count)
      }
    return poses.enumerated().map { index, pose in
      var pose = pose
      pose.id = index
      return pose
    }
  }
}

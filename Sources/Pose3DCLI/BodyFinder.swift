import Detection
import Foundation
import Imaging
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
      self = try Self.user(model, assets: assets, options: options)
      return
    }
    self = .blazePose(try BodyPoseDetector(assets: assets, options: options))
  }

  /// What a file of the user's can be used by.
  private static func user(
    _ path: String, assets: DetectionAssets, options: BodyPoseDetector.Options
  ) throws -> BodyFinder {
    guard access(path, R_OK) == 0 else {
      throw Failure(
        code: .noInput,
        message: "\(path): there is no such model: --model is full, heavy or the file of one")
    }
    var options = options
    options.model = .file(path)
    do throws(DetectionError) {
      return .blazePose(try BodyPoseDetector(assets: assets, options: options))
    } catch {
      // Only what is said of that file; the others are the installation's.
      guard error.code == .modelUnusable, error.description.hasPrefix("\(path): ") else {
        throw error
      }
      do throws(DetectionError) {
        return try poseNet(path, assets: assets, options: options)
      } catch let other {
        switch other.code {
        case .modelQuantized: throw Failure(code: .data, message: other.description)
        case .modelUnusable:
          throw Failure(
            code: .data, message: "\(error.description); nor is it a PoseNet that can be read")
        default: throw other
        }
      }
    }
  }

  private static func poseNet(
    _ path: String, assets: DetectionAssets, options: BodyPoseDetector.Options
  ) throws(DetectionError) -> BodyFinder {
    var own = PoseNetDetector.Options()
    own.cacheFolder = options.cacheFolder
    own.configuration.poseConfidenceThreshold = options.minimumPresence
    own.configuration.maxPoseCount = max(own.configuration.maxPoseCount, options.maximumCount)
    return .poseNet(
      try PoseNetDetector(model: path, assets: assets, options: own),
      maximumCount: options.maximumCount)
  }

  /// Whether it can be told to look only at a part of a picture.
  var seesRegions: Bool { if case .blazePose = self { true } else { false } }

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

public import PoseDetection
internal import PoseDocuments
public import PoseImaging
public import Pose3D

/// Finds bodies in pictures with BlazePose, or with a model of the user's.
///
/// A finder is used from one thread at a time; several may be at work in several threads.
public final class BodyFinder {
  private enum Detector {
    case blazePose(BodyPoseDetector)
    case poseNet(PoseNetDetector)
  }

  private let detector: Detector
  private let maximumPeople: Int

  /// A finder with its models compiled. A file of the user's may be a BlazePose landmark model or
  /// bundle, a top-down ONNX model, or a PoseNet: what it is, its contents say.
  ///
  /// Throws a `DetectionError` when the runtime or an installed model can't be used, and a `FileError`,
  /// `unsuitable`, for a file of the user's that is no model of these kinds.
  public init(
    assets: DetectionAssets, options: DetectionOptions = DetectionOptions()
  ) throws {
    maximumPeople = options.maximumPeople
    let body = options.detector(for: .image)
    guard options.model?.isONNX != true else {
      detector = .blazePose(try BodyPoseDetector(installedIn: assets, options: body))
      return
    }
    do throws(DetectionError) {
      detector = .blazePose(try BodyPoseDetector(assets: assets, options: body))
    } catch {
      // Only errors about the user's file; the others are the installation's.
      guard case .file(let path) = options.model, error.code == .modelUnusable, error.path == path
      else { throw error }
      detector = .poseNet(try Self.poseNet(path, assets: assets, options: body, after: error))
    }
  }

  /// A user's file as a PoseNet, which it is as a last resort.
  private static func poseNet(
    _ path: String, assets: DetectionAssets, options: BodyPoseDetector.Options,
    after blazePoseError: DetectionError
  ) throws -> PoseNetDetector {
    var own = PoseNetDetector.Options()
    own.cacheFolder = options.cacheFolder
    own.configuration.poseConfidenceThreshold = options.minimumPresence
    own.configuration.maxPoseCount = max(own.configuration.maxPoseCount, options.maximumCount)
    do throws(DetectionError) {
      return try PoseNetDetector(model: path, assets: assets, options: own)
    } catch {
      switch error.code {
      case .modelQuantized: throw FileError(.unsuitable, path: path, error.message)
      case .modelUnusable:
        let isEmpty = RegularFile(path)?.size == 0
        throw FileError(
          .unsuitable, path: path,
          blazePoseError.message + (isEmpty ? "" : "; nor is it a PoseNet that can be read"))
      default: throw error
      }
    }
  }

  private init(_ detector: Detector, maximumPeople: Int) {
    (self.detector, self.maximumPeople) = (detector, maximumPeople)
  }

  /// A finder with the same models that looks for so many people at most. Both are used from one thread
  /// at a time.
  package func lookingFor(_ maximumPeople: Int) -> BodyFinder {
    switch detector {
    case .blazePose(let shared):
      BodyFinder(
        .blazePose(BodyPoseDetector(sharing: shared, maximumCount: maximumPeople)),
        maximumPeople: maximumPeople)
    case .poseNet: BodyFinder(detector, maximumPeople: maximumPeople)
    }
  }

  /// Whether `DetectionOptions.effort` means anything to it: a PoseNet or a top-down model makes one pass.
  public var takesEffort: Bool {
    if case .blazePose(let detector) = detector { detector.takesEffort } else { false }
  }

  /// Whether it can be told to look only at a part of a picture.
  public var seesRegions: Bool { if case .blazePose = detector { true } else { false } }

  /// The people in a picture, the most prominent first, numbered from 0.
  ///
  /// - Parameters:
  ///   - picture: the picture that is searched.
  ///   - regionOfInterest: the part that is searched; only for a finder that `seesRegions`.
  ///   - depth: a depth map of the same view, which tells who is nearest.
  /// - Throws: `DetectionError` when the runtime gives up.
  public func poses(
    in picture: ColorImage, regionOfInterest: RegionOfInterest? = nil, depth: DepthMap? = nil
  ) throws(DetectionError) -> [Pose2D] {
    let poses =
      switch detector {
      case .blazePose(let detector):
        try detector.poses(in: picture, regionOfInterest: regionOfInterest, depth: depth)
      case .poseNet(let detector):
        try detector.poses(in: picture, maximumCount: maximumPeople)
      }
    return poses.enumerated().map { index, pose in
      var pose = pose
      pose.id = index
      return pose
    }
  }
}

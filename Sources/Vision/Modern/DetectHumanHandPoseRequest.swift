internal import Foundation
internal import Pose3D

/// Finds hands in a picture: 21 points of each.
public struct DetectHumanHandPoseRequest: ImageProcessingRequest {
  /// The revisions that there are. They differ in name alone: all are of this package.
  public enum Revision: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Revision 1.
    case revision1

    /// Whether one is older.
    public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
  }

  /// The revision.
  public let revision: Revision
  /// The part that is searched; all of the picture unless it is changed.
  public var regionOfInterest = NormalizedRect.fullImage
  /// The maximum number of hands that are returned; less than 1 is refused when the request is
  /// performed.
  public var maximumHandCount = 2

  /// A request; without a revision the newest.
  public init(_ revision: Revision? = nil) {
    self.revision = revision ?? .revision1
  }

  /// The observations.
  public typealias Result = [HumanHandPoseObservation]

  /// The revisions that there are.
  public static let supportedRevisions: [Revision] = Revision.allCases

  /// The names of all joints.
  public var supportedJointNames: [HumanHandPoseObservation.JointName] {
    HumanHandPoseObservation.JointName.allCases
  }

  /// The names of all groups.
  public var supportedJointsGroupNames: [HumanHandPoseObservation.JointsGroupName] {
    HumanHandPoseObservation.JointsGroupName.allCases
  }

  /// The request and its revision.
  public var descriptor: RequestDescriptor { .detectHumanHandPoseRequest(revision) }
}

extension DetectHumanHandPoseRequest: SourceRequest {
  func result(in source: PictureSource) throws -> [HumanHandPoseObservation] {
    guard maximumHandCount > 0 else {
      throw VisionFailure(
        .invalidArgument, "maximumHandCount is \(maximumHandCount): at least 1 was expected")
    }
    return try PoseEngine.shared.hands(
      in: source, regionOfInterest.cgRect, maximumCount: maximumHandCount
    ).map { HumanHandPoseObservation($0, request: descriptor, at: source.timeRange) }
  }

  func visionResult(_ result: [HumanHandPoseObservation]) -> VisionResult {
    .detectHumanHandPose(self, result)
  }
}

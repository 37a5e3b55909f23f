internal import Foundation
internal import Pose3D

/// Finds bodies in a picture: 19 points of each, the most prominent person first, 16 at most.
public struct DetectHumanBodyPoseRequest: ImageProcessingRequest {
  /// The revisions that there are. They differ in name alone: all are of this package.
  public enum Revision: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Revision 1.
    case revision1
    /// Revision 2.
    case revision2

    /// Whether one is older.
    public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
  }

  /// The revision.
  public let revision: Revision
  /// The part that is searched; all of the picture unless it is changed.
  public var regionOfInterest = NormalizedRect.fullImage
  /// Whether the hands of each body are looked for, too.
  public var detectsHands = false

  /// A request; without a revision the newest.
  public init(_ revision: Revision? = nil) {
    self.revision = revision ?? .revision2
  }

  /// The observations.
  public typealias Result = [HumanBodyPoseObservation]

  /// The revisions that there are.
  public static let supportedRevisions: [Revision] = Revision.allCases

  /// The names of all joints.
  public var supportedJointNames: [HumanBodyPoseObservation.JointName] {
    HumanBodyPoseObservation.JointName.allCases
  }

  /// The names of all groups.
  public var supportedJointsGroupNames: [HumanBodyPoseObservation.JointsGroupName] {
    HumanBodyPoseObservation.JointsGroupName.allCases
  }

  /// The request and its revision.
  public var descriptor: RequestDescriptor { .detectHumanBodyPoseRequest(revision) }
}

extension DetectHumanBodyPoseRequest: SourceRequest {
  func result(in source: PictureSource) throws -> [HumanBodyPoseObservation] {
    guard detectsHands else {
      return try PoseEngine.shared.people(in: source, regionOfInterest.cgRect).map {
        HumanBodyPoseObservation(
          $0, hands: [], request: descriptor, at: source.timeRange)
      }
    }
    let (people, hands) = try PoseEngine.shared.peopleWithHands(
      in: source, regionOfInterest.cgRect)
    return people.map { person in
      HumanBodyPoseObservation(
        person, hands: hands.filter { $0.bodyID == person.id }, request: descriptor,
        at: source.timeRange)
    }
  }

  func visionResult(_ result: [HumanBodyPoseObservation]) -> VisionResult {
    .detectHumanBodyPose(self, result)
  }
}

internal import Foundation
internal import Synchronization

/// Measures the most prominent person in an image in space: all 17 joints, or none. Depth improves
/// it, that of the image's own file or of the handler; a metric depth map also makes the height a
/// measured one. Each image is independent of the others.
public final class DetectHumanBodyPose3DRequest: ImageProcessingRequest, StatefulRequest {
  /// The revisions that there are.
  public enum Revision: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Revision 1.
    case revision1

    /// Whether one is older.
    public static func < (a: Revision, b: Revision) -> Bool { a.rawValue < b.rawValue }
  }

  private let part = Mutex(NormalizedRect.fullImage)

  /// The revision.
  public let revision: Revision
  /// The least time between pictures that are looked at, which has no effect.
  public let frameAnalysisSpacing: CMTime

  /// A request; without a revision the newest.
  public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
    self.revision = revision ?? .revision1
    self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
  }

  /// The observations.
  public typealias Result = [HumanBodyPose3DObservation]

  /// The revisions that there are.
  public static let supportedRevisions: [Revision] = Revision.allCases

  /// The part that is searched; all of the picture unless it is changed.
  public var regionOfInterest: NormalizedRect {
    get { part.withLock { $0 } }
    set { part.withLock { $0 = newValue } }
  }

  /// The number of images that a result needs: one.
  public var minimumLatencyFrameCount: Int { 1 }

  /// The names of all joints.
  public var supportedJointNames: [HumanBodyPose3DObservation.JointName] {
    HumanBodyPose3DObservation.JointName.allCases
  }

  /// The names of all groups.
  public var supportedJointsGroupNames: [HumanBodyPose3DObservation.JointsGroupName] {
    HumanBodyPose3DObservation.JointsGroupName.allCases
  }

  /// The request and its revision.
  public var descriptor: RequestDescriptor { .detectHumanBodyPose3DRequest(revision) }

  /// Whether they are one and the same request.
  public static func == (a: DetectHumanBodyPose3DRequest, b: DetectHumanBodyPose3DRequest) -> Bool {
    a === b
  }

  /// Hashes which request it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DetectHumanBodyPose3DRequest: SourceRequest {
  func result(in source: PictureSource) throws -> [HumanBodyPose3DObservation] {
    try PoseEngine.shared.body(in: source, regionOfInterest.cgRect).map {
      [HumanBodyPose3DObservation(VNHumanBodyPose3DObservation($0).at(source.timeRange))]
    } ?? []
  }

  func visionResult(_ result: [HumanBodyPose3DObservation]) -> VisionResult {
    .detectHumanBodyPose3D(self, result)
  }
}

public import Foundation
internal import Pose3D

/// Finds people in a picture and the rectangles around their points.
public struct DetectHumanRectanglesRequest: ImageProcessingRequest {
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
  /// Whether the rectangles are around the upper bodies alone, as they are unless it is changed.
  public var upperBodyOnly = true

  /// A request; without a revision the newest.
  public init(_ revision: Revision? = nil) {
    self.revision = revision ?? .revision2
  }

  /// The observations.
  public typealias Result = [HumanObservation]

  /// The revisions that there are.
  public static let supportedRevisions: [Revision] = Revision.allCases

  /// The request and its revision.
  public var descriptor: RequestDescriptor { .detectHumanRectanglesRequest(revision) }
}

extension DetectHumanRectanglesRequest: SourceRequest {
  func result(in source: PictureSource) throws -> [HumanObservation] {
    try PoseEngine.shared.people(in: source, regionOfInterest.cgRect).compactMap { person in
      VNHumanObservation(person, upperBodyOnly: upperBodyOnly).map {
        HumanObservation($0.at(source.timeRange), request: descriptor)
      }
    }
  }

  func visionResult(_ result: [HumanObservation]) -> VisionResult {
    .detectHumanRectangles(self, result)
  }
}

/// A person in a picture, with the rectangle around their points.
public struct HumanObservation: VisionObservation, BoundingBoxProviding {
  /// The observation's own number.
  public let uuid: UUID
  /// The confidence, 0…1.
  public let confidence: Float
  /// The time of the observation; `nil` for a single image.
  public let timeRange: CMTimeRange?
  /// The request that found it; `nil` for one of the original API.
  public let originatingRequestDescriptor: RequestDescriptor?
  /// The rectangle, from the lower left corner, cut to the picture.
  public let boundingBox: NormalizedRect
  /// Whether the rectangle is around the upper body alone.
  public let isUpperBodyOnly: Bool

  /// The observation of the original API.
  public init(_ observation: VNHumanObservation) { self.init(observation, request: nil) }

  /// A person with a rectangle around them, of confidence 1.
  public init(boundingBox: NormalizedRect, revision: DetectHumanRectanglesRequest.Revision? = nil) {
    uuid = UUID()
    confidence = 1
    timeRange = nil
    originatingRequestDescriptor = revision.map { .detectHumanRectanglesRequest($0) }
    self.boundingBox = boundingBox
    isUpperBodyOnly = false
  }

  init(_ observation: VNHumanObservation, request: RequestDescriptor?) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.frameTime
    originatingRequestDescriptor = request
    boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
    isUpperBodyOnly = observation.upperBodyOnly
  }

  /// The rectangle and the confidence in words.
  public var description: String { "HumanObservation \(boundingBox), confidence \(confidence)" }
}

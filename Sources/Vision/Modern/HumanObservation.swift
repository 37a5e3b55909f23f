public import Foundation

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
    timeRange = nil
    originatingRequestDescriptor = request
    boundingBox = NormalizedRect(normalizedRect: observation.boundingBox)
    isUpperBodyOnly = observation.upperBodyOnly
  }

  /// The rectangle and the confidence in words.
  public var description: String { "HumanObservation \(boundingBox), confidence \(confidence)" }
}

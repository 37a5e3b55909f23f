public import Foundation

/// A result of a request.
public protocol VisionObservation: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The observation's own number.
  var uuid: UUID { get }
  /// The confidence, 0…1.
  var confidence: Float { get }
  /// The time of the observation; `nil` for a single image.
  var timeRange: CMTimeRange? { get }
  /// The request that found it.
  var originatingRequestDescriptor: RequestDescriptor? { get }
}

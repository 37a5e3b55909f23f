public import Foundation

/// What a request has found.
public protocol VisionObservation: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The observation's own number.
  var uuid: UUID { get }
  /// How sure it is, 0…1.
  var confidence: Float { get }
  /// When it was seen; `nil` for a single picture.
  var timeRange: CMTimeRange? { get }
  /// The request that found it.
  var originatingRequestDescriptor: RequestDescriptor? { get }
}

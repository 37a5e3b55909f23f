public import Foundation

/// A result of a request.
open class VNObservation: NSObject, VNRequestRevisionProviding, @unchecked Sendable {
  /// The observation's own number.
  public final let uuid = UUID()
  /// The confidence, 0…1.
  public final let confidence: VNConfidence
  /// The time of the observation: that of a video's frame, an empty range at the start for a single image.
  public internal(set) final var timeRange: CMTimeRange
  /// The revision of the request.
  public final let requestRevision: Int

  init(confidence: VNConfidence, timeRange: CMTimeRange = .zero, revision: Int = 1) {
    self.confidence = confidence
    self.timeRange = timeRange
    requestRevision = revision
  }
}

/// A type with the revision of the request that it belongs to.
public protocol VNRequestRevisionProviding {
  /// The revision.
  var requestRevision: Int { get }
}

public import Foundation

/// What a request has found.
open class VNObservation: NSObject, VNRequestRevisionProviding, @unchecked Sendable {
  /// The observation's own number.
  public final let uuid = UUID()
  /// How sure it is, 0…1.
  public final let confidence: VNConfidence
  /// When it was seen; nothing at the beginning for a single picture.
  public final let timeRange: CMTimeRange
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

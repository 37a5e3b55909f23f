public import Foundation

/// A result of a request.
open class VNObservation: NSObject, VNRequestRevisionProviding, NSSecureCoding, NSCopying,
  @unchecked Sendable
{
  /// The observation's own number.
  public final let uuid: UUID
  /// The confidence, 0…1.
  public final let confidence: VNConfidence
  /// The time of the observation: that of a video's frame, an empty range at the start for a single image.
  public internal(set) final var timeRange: CMTimeRange
  /// The revision of the request.
  public final let requestRevision: Int

  init(confidence: VNConfidence, timeRange: CMTimeRange = .zero, revision: Int = 1) {
    uuid = UUID()
    self.confidence = confidence
    self.timeRange = timeRange
    requestRevision = revision
  }

  /// Whether another one is the same observation with the same results, such as a copy or one from an archive.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? VNObservation, type(of: self) == type(of: other) else {
      return false
    }
    return uuid == other.uuid && confidence == other.confidence && timeRange == other.timeRange
      && requestRevision == other.requestRevision
  }

  /// Hashes the observation's number.
  open override var hash: Int { uuid.hashValue }

  // MARK: Archives and copies

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.part(UUID.self, forKey: "uuid"),
      let confidence = coder.part(VNConfidence.self, forKey: "confidence"),
      (0...1).contains(confidence),
      let timeRange = coder.part(CMTimeRange.self, forKey: "timeRange"),
      let revision = coder.part(Int.self, forKey: "requestRevision")
    else { return nil }
    self.uuid = uuid
    self.confidence = confidence
    self.timeRange = timeRange
    requestRevision = revision
  }

  /// Archives the observation.
  open func encode(with coder: NSCoder) {
    coder.encode(part: uuid, forKey: "uuid")
    coder.encode(part: confidence, forKey: "confidence")
    coder.encode(part: timeRange, forKey: "timeRange")
    coder.encode(part: requestRevision, forKey: "requestRevision")
  }

  /// `true`.
  open class var supportsSecureCoding: Bool { true }

  /// The observation itself, which doesn't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A type with the revision of the request that it belongs to.
public protocol VNRequestRevisionProviding {
  /// The revision.
  var requestRevision: Int { get }
}

public import Foundation
internal import Pose3D

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

  /// The observation, with the time of its frame.
  final func at(_ timeRange: CMTimeRange) -> Self {
    self.timeRange = timeRange
    return self
  }

  /// The time of a frame; `nil` for a single image.
  final var frameTime: CMTimeRange? { timeRange == .zero ? nil : timeRange }

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

/// Something that was found in a picture, with the rectangle around it.
open class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
  /// The rectangle, in normalised coordinates from the lower left corner, cut to the picture.
  public final let boundingBox: CGRect

  init(boundingBox: CGRect, confidence: VNConfidence, revision: Int = 1) {
    self.boundingBox = boundingBox
    super.init(confidence: confidence, revision: revision)
  }

  /// Something with a rectangle around it, of confidence 1.
  public convenience init(boundingBox: CGRect) {
    self.init(boundingBox: boundingBox, confidence: 1)
  }

  /// Something with a rectangle around it, of confidence 1, as a revision of a request has found it.
  public convenience init(requestRevision: Int, boundingBox: CGRect) {
    self.init(boundingBox: boundingBox, confidence: 1, revision: requestRevision)
  }

  /// Whether another one is the same observation with the same rectangle.
  open override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object)
      && (object as? VNDetectedObjectObservation)?.boundingBox == boundingBox
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) {
    guard let boundingBox = coder.part(CGRect.self, forKey: "boundingBox") else { return nil }
    self.boundingBox = boundingBox
    super.init(coder: coder)
  }

  /// Archives the observation.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: boundingBox, forKey: "boundingBox")
  }
}

/// A person in a picture, with the rectangle around their points.
public final class VNHumanObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// Whether the rectangle is around the upper body alone.
  public private(set) var upperBodyOnly = false

  /// The person whose points these are; `nil` when none of them is in the picture.
  convenience init?(_ pose: Pose2D, upperBodyOnly: Bool) {
    guard let box = pose.visionBox(upperBodyOnly: upperBodyOnly) else { return nil }
    self.init(boundingBox: box, confidence: VNConfidence(pose.confidence), revision: 2)
    self.upperBodyOnly = upperBodyOnly
  }

  override init(boundingBox: CGRect, confidence: VNConfidence, revision: Int = 1) {
    super.init(boundingBox: boundingBox, confidence: confidence, revision: revision)
  }

  /// Whether another one is the same observation with the same rectangle around the same part.
  public override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNHumanObservation)?.upperBodyOnly == upperBodyOnly
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) {
    guard let upperBodyOnly = coder.part(Bool.self, forKey: "upperBodyOnly") else { return nil }
    self.upperBodyOnly = upperBodyOnly
    super.init(coder: coder)
  }

  /// Archives the observation.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: upperBodyOnly, forKey: "upperBodyOnly")
  }
}

extension Pose2D {
  /// The rectangle around the points in the picture, in normalised coordinates; `nil` without any.
  func visionBox(upperBodyOnly: Bool) -> CGRect? {
    let lower: Set<Keypoint> = [
      .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .leftToe, .rightToe, .leftSmallToe,
      .rightSmallToe, .leftHeel, .rightHeel,
    ]
    let places = points.filter { !upperBodyOnly || !lower.contains($0.key) }.values
      .map { $0.normalized(width: imageWidth, height: imageHeight) }
    guard let left = places.map(\.x).min(), let right = places.map(\.x).max(),
      let bottom = places.map(\.y).min(), let top = places.map(\.y).max()
    else { return nil }
    let box = CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
      .intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
    return box.width > 0 && box.height > 0 ? box : nil
  }
}

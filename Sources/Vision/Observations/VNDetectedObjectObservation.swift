public import Foundation

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

public import Foundation

/// A confidence, 0…1.
public typealias VNConfidence = Float

/// A point that was found in a picture.
open class VNDetectedPoint: VNPoint, @unchecked Sendable {
  /// The point's confidence, 0…1; 0 for one that isn't there.
  public final let confidence: VNConfidence

  init(location: CGPoint, confidence: VNConfidence) {
    self.confidence = confidence
    super.init(location: location)
  }

  /// The coordinates and the confidence in words.
  open override var description: String { "[\(x), \(y)] \(confidence)" }

  /// Whether another one is a point of the same kind at the same place with the same confidence.
  open override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
  }

  /// A point from an archive; `nil` when a part is missing, or is none of a point.
  public required init?(coder: NSCoder) {
    guard let confidence = coder.part(VNConfidence.self, forKey: "confidence"),
      (0...1).contains(confidence)
    else { return nil }
    self.confidence = confidence
    super.init(coder: coder)
  }

  /// Archives the point.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: confidence, forKey: "confidence")
  }
}

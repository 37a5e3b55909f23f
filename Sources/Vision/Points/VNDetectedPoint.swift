internal import Foundation

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
}

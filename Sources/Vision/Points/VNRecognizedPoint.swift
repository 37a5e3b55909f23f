internal import Foundation

/// A point that was found in a picture, with its name.
public final class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {
  /// The name.
  public let identifier: VNRecognizedPointKey

  init(location: CGPoint, confidence: VNConfidence, identifier: VNRecognizedPointKey) {
    self.identifier = identifier
    super.init(location: location, confidence: confidence)
  }

  /// The name, the coordinates and the confidence in words.
  public override var description: String { "\(identifier.rawValue) \(super.description)" }
}

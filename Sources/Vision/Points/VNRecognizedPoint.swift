public import Foundation

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

  /// Whether another one is a point of the same name at the same place with the same confidence.
  public override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
  }

  /// A point from an archive; `nil` when a part is missing, or is none of a point.
  public required init?(coder: NSCoder) {
    guard let name = coder.part(String.self, forKey: "identifier") else { return nil }
    identifier = VNRecognizedPointKey(rawValue: name)
    super.init(coder: coder)
  }

  /// Archives the point.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: identifier.rawValue, forKey: "identifier")
  }
}

public import Foundation

/// A point of a picture in normalised coordinates: x to the right and y up from the lower left corner,
/// 0…1 within the picture.
open class VNPoint: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// The coordinates.
  public final let location: CGPoint

  /// A point from its coordinates.
  public convenience init(x: Double, y: Double) { self.init(location: CGPoint(x: x, y: y)) }

  /// A point from its coordinates.
  public init(location: CGPoint) { self.location = location }

  /// The lower left corner.
  public class var zero: VNPoint { VNPoint(x: 0, y: 0) }

  /// To the right.
  public final var x: Double { Double(location.x) }
  /// Up.
  public final var y: Double { Double(location.y) }

  /// The distance to another point, in units of the coordinates.
  public final func distance(_ point: VNPoint) -> Double { VNPoint.distance(self, point) }

  /// The distance between two points, in units of the coordinates.
  public class func distance(_ point1: VNPoint, _ point2: VNPoint) -> Double {
    let (x, y) = (point1.x - point2.x, point1.y - point2.y)
    return (x * x + y * y).squareRoot()
  }

  /// The point moved by a vector.
  public class func apply(_ vector: VNVector, to point: VNPoint) -> VNPoint {
    VNPoint(x: point.x + vector.x, y: point.y + vector.y)
  }

  /// The coordinates in words.
  open override var description: String { "[\(x), \(y)]" }

  /// Whether another one is a point of the same kind at the same place.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? VNPoint else { return false }
    return type(of: self) == type(of: other) && location == other.location
  }

  /// Hashes the coordinates.
  open override var hash: Int { [x, y].hashValue }

  // MARK: Archives and copies

  /// A point from an archive; `nil` when a part is missing, or is none of a point.
  public required init?(coder: NSCoder) {
    guard let location = coder.part(CGPoint.self, forKey: "location") else { return nil }
    self.location = location
  }

  /// Archives the point.
  open func encode(with coder: NSCoder) { coder.encode(part: location, forKey: "location") }

  /// `true`.
  open class var supportsSecureCoding: Bool { true }

  /// The point itself, which doesn't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

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

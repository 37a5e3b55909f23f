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

public import Foundation

/// A direction with a length in a picture's normalised coordinates.
public final class VNVector: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The extent to the right.
  public let x: Double
  /// The extent upwards.
  public let y: Double

  /// A vector from its extents.
  public init(xComponent x: Double, yComponent y: Double) { (self.x, self.y) = (x, y) }

  /// A vector from its length and its angle in radians, from x towards y.
  public convenience init(r: Double, theta: Double) {
    self.init(xComponent: r * cos(theta), yComponent: r * sin(theta))
  }

  /// From one point to another.
  public convenience init(vectorHead head: VNPoint, tail: VNPoint) {
    self.init(xComponent: head.x - tail.x, yComponent: head.y - tail.y)
  }

  /// No extent.
  public class var zero: VNVector { VNVector(xComponent: 0, yComponent: 0) }

  /// The length.
  public var length: Double { (x * x + y * y).squareRoot() }
  /// The length.
  public var r: Double { length }
  /// The angle in radians, from x towards y.
  public var theta: Double { atan2(y, x) }

  /// Whether another one is a vector of the same extents.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? VNVector else { return false }
    return x == other.x && y == other.y
  }

  /// Hashes the extents.
  public override var hash: Int { [x, y].hashValue }

  // MARK: Archives and copies

  /// A vector from an archive; `nil` when a part is missing, or is none of a vector.
  public required init?(coder: NSCoder) {
    guard let x = coder.part(Double.self, forKey: "x"),
      let y = coder.part(Double.self, forKey: "y")
    else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Archives the vector.
  public func encode(with coder: NSCoder) {
    coder.encode(part: x, forKey: "x")
    coder.encode(part: y, forKey: "y")
  }

  /// `true`.
  public static var supportsSecureCoding: Bool { true }

  /// The vector itself, which doesn't change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

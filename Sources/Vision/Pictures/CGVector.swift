public import Foundation

/// A direction with a length in the plane (Core Graphics).
public struct CGVector: Sendable, Hashable, Codable {
  /// The extent along x.
  public var dx: CGFloat
  /// The extent along y.
  public var dy: CGFloat

  /// No extent.
  public static let zero = CGVector()

  /// No extent.
  public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

  /// A vector from its extents.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

  /// A vector from its extents.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// A vector from its extents.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}

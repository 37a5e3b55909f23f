public import Foundation
public import simd

/// A point in space, as a transform whose rotation is the identity. Metres.
open class VNPoint3D: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// The transform; the point is its last column.
  public final let position: simd_float4x4

  /// A point from its transform.
  public init(position: simd_float4x4) { self.position = position }

  /// The coordinates in words.
  open override var description: String {
    let place = position.columns.3
    return "[\(place.x), \(place.y), \(place.z)]"
  }

  /// Whether another one is a point of the same kind with the same transform.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? VNPoint3D else { return false }
    return type(of: self) == type(of: other) && position == other.position
  }

  /// Hashes the coordinates.
  open override var hash: Int { position.columns.3.hashValue }

  // MARK: Archives and copies

  /// A point from an archive; `nil` when a part is missing, or is none of a point.
  public required init?(coder: NSCoder) {
    guard let position = coder.matrix(forKey: "position") else { return nil }
    self.position = position
  }

  /// Archives the point.
  open func encode(with coder: NSCoder) { coder.encode(matrix: position, forKey: "position") }

  /// `true`.
  open class var supportsSecureCoding: Bool { true }

  /// The point itself, which doesn't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

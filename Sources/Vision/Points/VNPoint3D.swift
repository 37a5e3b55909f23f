public import Foundation
public import simd

/// A point in space, as a transform whose rotation is the identity. Metres.
open class VNPoint3D: NSObject, @unchecked Sendable {
  /// The transform; the point is its last column.
  public final let position: simd_float4x4

  /// A point from its transform.
  public init(position: simd_float4x4) { self.position = position }

  /// The coordinates in words.
  open override var description: String {
    let place = position.columns.3
    return "[\(place.x), \(place.y), \(place.z)]"
  }
}

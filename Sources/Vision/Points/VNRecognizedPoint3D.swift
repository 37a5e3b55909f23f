internal import Foundation
internal import simd

/// A point in space with its name.
open class VNRecognizedPoint3D: VNPoint3D, @unchecked Sendable {
  /// The name.
  public final let identifier: VNRecognizedPointKey

  init(position: simd_float4x4, identifier: VNRecognizedPointKey) {
    self.identifier = identifier
    super.init(position: position)
  }
}

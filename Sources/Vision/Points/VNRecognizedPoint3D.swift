public import Foundation
internal import simd

/// A point in space with its name.
open class VNRecognizedPoint3D: VNPoint3D, @unchecked Sendable {
  /// The name.
  public final let identifier: VNRecognizedPointKey

  init(position: simd_float4x4, identifier: VNRecognizedPointKey) {
    self.identifier = identifier
    super.init(position: position)
  }

  /// Whether another one is a point of the same kind and name with the same transform.
  open override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNRecognizedPoint3D)?.identifier == identifier
  }

  /// A point from an archive; `nil` when a part is missing, or is none of a point.
  public required init?(coder: NSCoder) {
    guard let name = coder.part(String.self, forKey: "identifier") else { return nil }
    identifier = VNRecognizedPointKey(rawValue: name)
    super.init(coder: coder)
  }

  /// Archives the point.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: identifier.rawValue, forKey: "identifier")
  }
}

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

/// A joint of a body in space. `position` is relative to the root, in the body's axes: x to the person's
/// left, y up the trunk, z to the front.
public final class VNHumanBodyRecognizedPoint3D: VNRecognizedPoint3D, @unchecked Sendable {
  /// `position` less the parent's: the bone that leads here, in the body's axes; no extent for the root.
  public let localPosition: simd_float4x4
  /// The next joint towards the root; the root's is the root itself.
  public let parentJoint: VNHumanBodyPose3DObservation.JointName

  init(
    position: simd_float4x4, localPosition: simd_float4x4, identifier: VNRecognizedPointKey,
    parentJoint: VNHumanBodyPose3DObservation.JointName
  ) {
    self.localPosition = localPosition
    self.parentJoint = parentJoint
    super.init(position: position, identifier: identifier)
  }

  /// Whether another one is the same joint, with the same transforms.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? VNHumanBodyRecognizedPoint3D else {
      return false
    }
    return localPosition == other.localPosition && parentJoint == other.parentJoint
  }

  /// A joint from an archive; `nil` when a part is missing, or is none of a joint.
  public required init?(coder: NSCoder) {
    guard let localPosition = coder.matrix(forKey: "localPosition"),
      let parent = coder.part(String.self, forKey: "parentJoint")
    else { return nil }
    self.localPosition = localPosition
    parentJoint = VNHumanBodyPose3DObservation.JointName(parent)
    super.init(coder: coder)
  }

  /// Archives the joint.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(matrix: localPosition, forKey: "localPosition")
    coder.encode(part: parentJoint.rawValue.rawValue, forKey: "parentJoint")
  }
}

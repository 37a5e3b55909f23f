public import Foundation
public import simd

/// A point of a body or a hand in a picture, with its name.
public struct Joint: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The position, from the lower left corner.
  public let location: NormalizedPoint
  /// The confidence, 0…1; 0 for a point that isn't there.
  public let confidence: Float
  /// The name: the raw value of `JointName`.
  public let jointName: String

  init(_ point: VNRecognizedPoint) {
    location = NormalizedPoint(normalizedPoint: point.location)
    confidence = point.confidence
    jointName = point.identifier.rawValue
  }

  /// The distance to another joint, in units of the coordinates.
  public func distance(to joint: Joint) -> CGFloat {
    hypot(location.x - joint.location.x, location.y - joint.location.y)
  }

  /// The name, the place and the confidence in words.
  public var description: String { "\(jointName) \(location) \(confidence)" }
}

/// A joint of a body in space, in metres.
public struct Joint3D: Sendable, Hashable, Codable {
  /// Relative to the root, in the body's axes: x to the person's left, y up the trunk, z to the
  /// front. The rotation is the identity. (Apple's text calls it relative to the camera; its
  /// numbers are relative to the root.)
  public let position: simd_float4x4
  /// `position` less the parent's: the bone that leads here; no extent for the root.
  public let localPosition: simd_float4x4
  /// The name: the raw value of `JointName`.
  public let identifier: String
  /// The name of the next joint towards the root; the root's own for the root.
  public let parentJoint: String

  /// A joint from its parts. (The label `identifer` is Apple's.)
  public init(
    position: simd_float4x4, localPosition: simd_float4x4, identifer: String, parentJoint: String
  ) {
    self.position = position
    self.localPosition = localPosition
    identifier = identifer
    self.parentJoint = parentJoint
  }

  init(_ joint: VNHumanBodyRecognizedPoint3D) {
    self.init(
      position: joint.position, localPosition: joint.localPosition,
      identifer: joint.identifier.rawValue, parentJoint: joint.parentJoint.rawValue.rawValue)
  }

  private enum CodingKeys: String, CodingKey {
    case position, localPosition, identifier, parentJoint
  }

  /// A joint from an encoded one.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    position = try values.matrix(.position)
    localPosition = try values.matrix(.localPosition)
    identifier = try values.decode(String.self, forKey: .identifier)
    parentJoint = try values.decode(String.self, forKey: .parentJoint)
  }

  /// Encodes names and matrices, these as 16 numbers, column by column.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(position.numbers, forKey: .position)
    try values.encode(localPosition.numbers, forKey: .localPosition)
    try values.encode(identifier, forKey: .identifier)
    try values.encode(parentJoint, forKey: .parentJoint)
  }

  /// Hashes names and numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(parentJoint)
    hasher.combine(position.numbers)
    hasher.combine(localPosition.numbers)
  }
}

extension simd_float4x4 {
  /// The 16 numbers, column by column.
  var numbers: [Float] { (0..<4).flatMap { column in (0..<4).map { self[column, $0] } } }

  /// A matrix from its 16 numbers, column by column.
  init(numbers: [Float]) {
    self.init(
      (0..<4).map { column in
        SIMD4(
          numbers[4 * column], numbers[4 * column + 1], numbers[4 * column + 2],
          numbers[4 * column + 3])
      })
  }
}

extension KeyedDecodingContainer {
  /// A matrix from its 16 numbers.
  func matrix(_ key: Key) throws -> simd_float4x4 {
    let numbers = try decode([Float].self, forKey: key)
    guard numbers.count == 16 else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(numbers.count) numbers, 16 of a 4 × 4 matrix were expected")
    }
    return simd_float4x4(numbers: numbers)
  }
}

/// A side of the body.
public enum Chirality: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person's left.
  case left
  /// The person's right.
  case right
}

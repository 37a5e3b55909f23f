public import Foundation

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

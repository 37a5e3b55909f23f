internal import PoseDocuments

/// The names of the members by which our schemas describe frames, people, joints and feet: each stands
/// here once, for those who write it and those who read it.
enum SchemaName: String {
  // A frame.
  case index
  case time
  case cut
  case people

  // A person.
  case id
  case confidence
  case bodyHeight
  case bodyHeightSigma
  case heightEstimation
  case orientation
  case orientationToGravity
  case cameraFromBody
  case boneLengths
  case sides
  case joints
  case feet
  case verticalReference
  case angles
  case filled
  case raw
  case swappedLimbs

  // A joint; `confidence` and `sigma` too.
  case name
  case parent
  case position
  case localPosition
  case localTransform
  case cameraPosition
  case image
  case imageNormalized
  case sigma
  case covariance
  case source
  case eulerAngles
  case visionAngles

  // What was measured of a person, joint by joint in their order.
  case cameraPositions
  case sigmas
  case covariances
  case sources

  // The limbs whose sides are distinguished.
  case arms
  case legs

  // The feet and their points.
  case left
  case right
  case heel
  case toe

  // Three angles of a rotation, and a measured angle.
  case pitch
  case yaw
  case roll
  case value
  case reason
}

extension JSONValue {
  /// An object with members of our schemas.
  static func members(_ members: [(SchemaName, JSONValue)]) -> JSONValue {
    .object(members.map { ($0.rawValue, $1) })
  }
}

extension DocumentNode {
  /// The member of an object; `nil` when it isn't there, is null, or this is no object.
  subscript(name: SchemaName) -> DocumentNode? { self[name.rawValue] }

  /// A member that has to be there; throws a problem when it isn't, or is null.
  func member(_ name: SchemaName) throws(Problem) -> DocumentNode {
    guard let member = self[name] else {
      throw Problem("\(place) has no \"\(name.rawValue)\"", at: path)
    }
    return member
  }
}

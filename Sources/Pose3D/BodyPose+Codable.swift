import Kinematics
import PoseGeometry
import PoseImaging

/// A pose as it was, to the last bit where the encoder keeps all digits. What follows from the joints isn't encoded.
extension BodyPose: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, confidence, body, depthUse, camera, gravity, world, evidence, sides
  }

  /// Encodes all that a pose can't be computed from.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(confidence, forKey: .confidence)
    try values.encode(body, forKey: .body)
    try values.encode(depthUse, forKey: .depthUse)
    try values.encode(camera, forKey: .camera)
    try values.encodeIfPresent(gravity, forKey: .gravity)
    try values.encode(world, forKey: .world)
    try values.encodeIfPresent(evidence, forKey: .evidence)
    try values.encodeIfPresent(sides, forKey: .sides)
  }

  /// A pose from an encoded one. Throws a `DecodingError` for a body without axes or without sigmas, and for numbers
  /// that no measurement has.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(Int.self, forKey: .id)
    confidence = try values.decode(Double.self, forKey: .confidence)
    let body = try values.decode(BodyEstimate.self, forKey: .body)
    depthUse = try values.decode(DepthUse.self, forKey: .depthUse)
    camera = try values.decode(Camera.self, forKey: .camera)
    gravity = try values.decodeIfPresent(Vector3.self, forKey: .gravity)
    world = try values.decode(WorldAxes.self, forKey: .world)
    evidence = try values.decodeIfPresent(PerJoint<JointEvidence>.self, forKey: .evidence)
    sides = try values.decodeIfPresent(LimbSides.self, forKey: .sides)
    guard body.isWithinRange, (0...1).contains(confidence),
      gravity.map({ abs($0.length - 1) < 1e-9 }) ?? true, let measured = MeasuredBody(body),
      let frames = SegmentFrames(cameraPositions: body.positions)
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "this is no measured body"))
    }
    (self.measured, self.frames) = (measured, frames)
  }
}

extension BodyEstimate {
  /// Whether all numbers are small enough that sums of their squares don't overflow, and variances, sigmas and the
  /// stature aren't negative.
  fileprivate var isWithinRange: Bool {
    let limit = 1e9
    let feet = [leftFoot, rightFoot].compactMap { $0 }
    let coordinates =
      Joint.allCases.map { positions[$0] } + feet.map(\.heel) + feet.map(\.toe)
    let lengths = [stature.metres] + [stature.sigma].compactMap { $0 } + feet.compactMap(\.sigma)
    let covariances = covariances.map { all in Joint.allCases.map { all[$0] } } ?? []
    return coordinates.allSatisfy {
      $0.x.magnitude <= limit && $0.y.magnitude <= limit && $0.z.magnitude <= limit
    }
      && lengths.allSatisfy { (0...limit).contains($0) }
      && covariances.allSatisfy { matrix in
        matrix.elements.allSatisfy { $0.magnitude <= limit } && matrix.diagonal.min() >= 0
      }
  }
}

import PoseSystem
public import PoseGeometry
public import PoseImaging
public import Kinematics

/// A person's skeleton in metres: 17 joints, each with its place, its uncertainty and where it came
/// from, and everything that follows from them. The model is that of Apple's 3D body pose.
public struct BodyPose: Sendable, Equatable {
  /// The use of a depth map.
  public enum DepthUse: Sendable, Equatable, Codable {
    /// There was none.
    case notGiven
    /// It gave the body's size and confirmed joints.
    case used
    /// Its unit is not known: it gave the body's shape and confirmed joints, but not the size.
    case relative
    /// It holds too little where the torso is.
    case tooLittle
    /// By it the person would have this stature in metres, which is not an adult's.
    case implausibleHeight(Double)
    /// By it the person would have this stature in metres, which isn't the stated one.
    case contradictsHeight(Double)
    /// It shows a flat surface where the person is, a wall or a floor.
    case flat
    /// No skeleton agrees with both the depth map and the keypoints.
    case contradictory
  }

  /// The person's number within the picture, or the identity that the 2D pose carried.
  public let id: Int
  /// 0…1: how sure the detector is of the person.
  public let confidence: Double
  /// The joints, the feet and the stature, in the camera's frame, with their uncertainty.
  public let measured: MeasuredBody
  /// The joints, the feet and the stature, in the camera's frame.
  public var body: BodyEstimate { measured.estimate }
  /// The use of the depth map; unless it was used, the pose is the one without depth.
  public let depthUse: DepthUse
  /// The camera in which the pose was estimated, at the picture's size.
  public let camera: Camera
  /// The direction of gravity (down) in the camera's frame, length 1; `nil` when unknown.
  public let gravity: Vector3?
  /// The vertical in the camera's frame: against gravity where it is known, else as estimated from
  /// the motion, else that of a level camera.
  public package(set) var world: WorldAxes
  /// The evidence of each joint; `nil` for a pose that was not lifted.
  public let evidence: PerJoint<JointEvidence>?
  /// Whether left and right are distinguished (`Lifter.sides`); `nil` if this was not examined.
  public var sides: LimbSides?
  /// Orientation and place of every segment.
  public let frames: SegmentFrames

  /// A pose from a body in a camera's frame; `nil` when the hips or the trunk have no extent, so that
  /// the body has no axes, and when it doesn't say how sure its joints and its stature are.
  public init?(
    _ body: BodyEstimate, id: Int, confidence: Double, camera: Camera, gravity: Vector3? = nil,
    world: WorldAxes? = nil, depthUse: DepthUse = .notGiven,
    evidence: PerJoint<JointEvidence>? = nil
  ) {
    guard let measured = MeasuredBody(body),
      let frames = SegmentFrames(cameraPositions: body.positions)
    else { return nil }
    self.id = id
    self.confidence = confidence
    self.measured = measured
    self.depthUse = depthUse
    self.camera = camera
    self.gravity = gravity?.normalized
    self.world = world ?? WorldAxes(cameraGravity: gravity)
    self.evidence = evidence
    self.frames = frames
  }
}

// MARK: The body

extension BodyPose {
  /// The source of a joint.
  public func source(_ joint: Joint) -> JointSource { body.sources[joint] }

  /// The joints that are occluded or out of frame: those from the prior alone.
  public var unseenJoints: [Joint] { Joint.allCases.filter { source($0) == .inferred } }

  /// Whether more than half of the joints are unseen, so that the skeleton is mostly an estimate.
  public var isMostlyUnseen: Bool { 2 * unseenJoints.count > Joint.allCases.count }

  /// The covariance of a joint's place relative to the root, in m² along the camera's axes; for the
  /// root, of its place in the camera's frame.
  public func covariance(_ joint: Joint) -> SymmetricMatrix3 {
    measured.covariances[joint]
  }

  /// One standard deviation of a joint's place, in metres: the root mean square of the three axes' of
  /// its covariance.
  public func sigma(_ joint: Joint) -> Double { covariance(joint).sigma }

  /// The confidence of a joint's position, 0…1 (`BodyEstimate.confidence(_:)`).
  public func confidence(_ joint: Joint) -> Double { measured.confidence(joint) }

  /// One standard deviation, in metres, of the distance of the root from the camera.
  public var distanceSigma: Double {
    let root = body.positions[.root]
    guard let along = root.normalized else { return sigma(.root) }
    return max(along.dot(covariance(.root) * along), 0).squareRoot()
  }

  /// Stature in metres.
  public var bodyHeight: Double { body.stature.metres }

  /// One standard deviation of the stature, in metres.
  public var bodyHeightSigma: Double { measured.statureSigma }

  /// The source of the stature.
  public var heightEstimation: HeightEstimation { measured.heightEstimation }
}

// MARK: Positions

extension BodyPose {
  /// Camera-from-body. Vision calls it `cameraOriginMatrix`; its camera axes are turned by 180°
  /// about x against ours.
  public var cameraFromBody: RigidTransform { frames.cameraFromBody }

  /// The joint relative to the root, in the body's frame, in metres (Vision's `position`).
  public func position(_ joint: Joint) -> Vector3 { frames.rootFromJoint[joint].translation }

  /// `position` less the parent's: the bone, in the body's frame (Vision's `localPosition`); zero
  /// for the root.
  public func localPosition(_ joint: Joint) -> Vector3 {
    position(joint) - (joint.parent.map(position) ?? .zero)
  }

  /// Parent-from-joint, with the joint's rotation: forward kinematics through these returns
  /// `position`. The identity for the root.
  public func localTransform(_ joint: Joint) -> RigidTransform { frames.localTransform(joint) }

  /// The joint in the camera's frame, in metres.
  public func cameraRelativePosition(_ joint: Joint) -> Vector3 { body.positions[joint] }

  /// The joint projected back into the picture, in pixels (centre of the top-left pixel at (0, 0));
  /// `nil` for a joint that is not in front of the camera.
  public func pixel(_ joint: Joint) -> SIMD2<Double>? {
    camera.pixel(of: body.positions[joint])
  }

  /// The joint projected back into the picture, 0…1 from the lower-left corner (Vision's
  /// `pointInImage`); `nil` for a joint that is not in front of the camera.
  public func pointInImage(_ joint: Joint) -> SIMD2<Double>? {
    pixel(joint).map {
      SIMD2(
        ($0.x + 0.5) / Double(camera.width), 1 - ($0.y + 0.5) / Double(camera.height))
    }
  }

  /// The lengths of the bones in metres, by name, left and right averaged.
  public var boneLengths: [(name: String, metres: Double)] {
    Anthropometry.boneLengths(of: body.positions)
  }
}

// MARK: Angles

extension BodyPose {
  /// Pitch, yaw and roll of the whole body relative to the camera: 0, 0, 0 is upright and facing
  /// the camera.
  public var orientation: EulerAngles {
    // A body that faces the camera upright has its x, y, z along the camera's x, −y, −z.
    EulerAngles(Rotation.about(.x, by: .pi) * cameraFromBody.rotation)
  }

  /// Pitch, yaw and roll of the whole body relative to gravity, heading counted from the direction
  /// towards the camera; `nil` when gravity is unknown or the camera looks straight along it.
  public var orientationToGravity: EulerAngles? {
    guard world.source == .gravity else { return nil }
    return EulerAngles(world.axes.inverse * cameraFromBody.rotation)
  }

  /// Pitch, yaw and roll of the joint's local transform.
  public func eulerAngles(_ joint: Joint) -> EulerAngles {
    EulerAngles(localTransform(joint).rotation)
  }

  /// Apple's sample formula, verbatim, because people copy it: for the translation t of
  /// `localPosition`, (π/2, acos(t.z / |t|), atan2(t.y, t.x)). These are polar angles of the bone,
  /// not a rotation. `nil` for the root, which has no bone.
  public func visionAngles(_ joint: Joint) -> SIMD3<Double>? {
    let t = localPosition(joint)
    guard let direction = t.normalized else { return nil }
    return SIMD3(.pi / 2, acos(max(-1, min(1, direction.z))), atan2(t.y, t.x))
  }

  /// All that the angles are measured from, in the camera's frame.
  public var skeleton: Skeleton { body.skeleton(world: world) }

  /// The joint angles of the catalogue, each with its sigma or the reason why it has no value.
  public var angles: [JointAngle] { skeleton.angles() }
}

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

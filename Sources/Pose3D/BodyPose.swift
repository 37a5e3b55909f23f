#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

public import Geometry
public import Imaging
public import Kinematics

/// A person's skeleton in metres: 17 joints, each with its place, its uncertainty and where it came
/// from, and everything that follows from them. The model is that of Apple's 3D body pose.
public struct BodyPose: Sendable {
  /// Where a joint's place came from. The raw value is the word in files.
  public enum JointSource: String, Sendable {
    /// Seen, in the picture and in the depth map.
    case depth
    /// From the 2D keypoint and the prior.
    case lifted
    /// Hidden or outside the picture: from the prior alone.
    case inferred
  }

  /// Where the body's height came from. The raw value is the word in files.
  public enum HeightEstimation: String, Sendable {
    /// Measured in metric depth.
    case measured
    /// Vision's reference of 1.8 m: nothing is known.
    case reference
    /// Given by the caller.
    case user
  }

  /// What became of a depth map.
  public enum DepthUse: Sendable, Equatable {
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
    /// It shows a flat surface where the person is, a wall or a floor.
    case flat
    /// No skeleton agrees with both the depth map and the keypoints.
    case contradictory
  }

  /// A joint as it was estimated.
  public struct JointEstimate: Sendable, Equatable {
    /// Metres in the camera's frame.
    public var cameraPosition: Vector3
    /// 0…1.
    public var confidence: Double
    /// One standard deviation, in metres along each axis, of the joint's place relative to the
    /// root; for the root, of its place in the camera's frame.
    public var sigma: Double
    /// Where it came from.
    public var source: JointSource

    /// A joint from its parts.
    public init(cameraPosition: Vector3, confidence: Double, sigma: Double, source: JointSource) {
      self.cameraPosition = cameraPosition
      self.confidence = confidence
      self.sigma = sigma
      self.source = source
    }
  }

  /// The person's number within the picture, or the identity that the 2D pose carried.
  public let id: Int
  /// 0…1: how sure the detector is of the person.
  public let confidence: Double
  /// The joints as they were estimated.
  public let joints: PerJoint<JointEstimate>
  /// Stature in metres.
  public let bodyHeight: Double
  /// One standard deviation of the stature, in metres.
  public let bodyHeightSigma: Double
  /// Where the stature came from.
  public let heightEstimation: HeightEstimation
  /// What became of the depth map; unless it was used, the pose is the one without depth.
  public let depthUse: DepthUse
  /// The camera in which the pose was estimated, at the picture's size.
  public let camera: Camera
  /// The direction of gravity (down) in the camera's frame, length 1; `nil` when unknown.
  public let gravity: Vector3?
  /// The left foot in the camera's frame, in metres, its sigma that of heel and toe relative to the
  /// ankle; `nil` when heel, toe or ankle was not seen.
  public let leftFoot: Foot?
  /// The right foot, likewise.
  public let rightFoot: Foot?
  /// What each joint rests on; `nil` for a pose that was not lifted.
  public let evidence: PerJoint<JointEvidence>?
  /// Orientation and place of every segment.
  public let frames: SegmentFrames

  /// A pose from its joints; `nil` when the hips or the trunk have no extent, so that the body has
  /// no axes.
  public init?(
    id: Int, confidence: Double, joints: PerJoint<JointEstimate>, bodyHeight: Double,
    bodyHeightSigma: Double, heightEstimation: HeightEstimation, depthUse: DepthUse = .notGiven,
    camera: Camera, gravity: Vector3? = nil, leftFoot: Foot? = nil, rightFoot: Foot? = nil,
    evidence: PerJoint<JointEvidence>? = nil
  ) {
    guard let frames = SegmentFrames(cameraPositions: joints.map(\.cameraPosition)) else {
      return nil
    }
    self.id = id
    self.confidence = confidence
    self.joints = joints
    self.bodyHeight = bodyHeight
    self.bodyHeightSigma = bodyHeightSigma
    self.heightEstimation = heightEstimation
    self.depthUse = depthUse
    self.camera = camera
    self.gravity = gravity?.normalized
    self.leftFoot = leftFoot
    self.rightFoot = rightFoot
    self.evidence = evidence
    self.frames = frames
  }
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
  public func cameraRelativePosition(_ joint: Joint) -> Vector3 { joints[joint].cameraPosition }

  /// The joint projected back into the picture, in pixels (centre of the top-left pixel at (0, 0));
  /// `nil` for a joint that is not in front of the camera.
  public func pixel(_ joint: Joint) -> SIMD2<Double>? {
    camera.pixel(of: joints[joint].cameraPosition)
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
    Anthropometry.boneLengths(of: joints.map(\.cameraPosition))
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
    let world = WorldAxes(cameraGravity: gravity)
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

  /// All that the angles are measured from, in the camera's frame: up is against gravity where it is
  /// known, else that of a level camera.
  public var skeleton: Skeleton {
    var sigmas = joints.map(\.sigma)
    // The others' are relative to the root; how sure its own place is changes no angle.
    sigmas[.root] = 0
    return Skeleton(
      positions: joints.map(\.cameraPosition), sigmas: sigmas,
      inferred: Set(Joint.allCases.filter { joints[$0].source == .inferred }),
      leftFoot: leftFoot, rightFoot: rightFoot, world: WorldAxes(cameraGravity: gravity))
  }

  /// The joint angles of the catalogue, each with its sigma or the reason why it has no value.
  public var angles: [JointAngle] { skeleton.angles() }
}

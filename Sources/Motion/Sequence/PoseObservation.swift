public import Geometry
public import Kinematics
public import Pose3D

/// A person at one moment as they were measured, before anything is repaired, filled or smoothed.
public struct PoseObservation: Sendable, Equatable {
  /// The identity that the tracker or the file gives; `nil` when it gives none.
  public var id: Int?
  /// The detector's confidence in the person, 0…1; 1 when it is unknown.
  public var confidence: Double
  /// The joints in metres, all in the recording's frame.
  public var positions: PerJoint<Vector3>
  /// One standard deviation of each joint's place relative to the root, in metres along each axis;
  /// for the root, of its own place. `nil` when unknown.
  public var sigmas: PerJoint<Double>?
  /// Where each joint came from.
  public var sources: PerJoint<BodyPose.JointSource>
  /// The left foot in the recording's frame; `nil` when it was not seen.
  public var leftFoot: Foot?
  /// The right foot.
  public var rightFoot: Foot?
  /// Stature in metres.
  public var bodyHeight: Double
  /// One standard deviation of the stature in metres; `nil` when unknown.
  public var bodyHeightSigma: Double?
  /// Where the stature came from; `nil`: from the bones in a file of 3D joints.
  public var heightEstimation: BodyPose.HeightEstimation?

  /// An observation from its parts.
  public init(
    id: Int? = nil, confidence: Double = 1, positions: PerJoint<Vector3>,
    sigmas: PerJoint<Double>? = nil, sources: PerJoint<BodyPose.JointSource>? = nil,
    leftFoot: Foot? = nil, rightFoot: Foot? = nil, bodyHeight: Double? = nil,
    bodyHeightSigma: Double? = nil, heightEstimation: BodyPose.HeightEstimation? = nil
  ) {
    self.id = id
    self.confidence = confidence
    self.positions = positions
    self.sigmas = sigmas
    self.sources = sources ?? PerJoint(repeating: .lifted)
    self.leftFoot = leftFoot
    self.rightFoot = rightFoot
    self.bodyHeight = bodyHeight ?? Anthropometry.stature(of: positions)
    self.bodyHeightSigma = bodyHeightSigma
    self.heightEstimation = heightEstimation
  }

  /// A lifted pose.
  ///
  /// - Parameter id: the tracker's identity.
  public init(_ pose: BodyPose, id: Int?) {
    self.init(
      id: id, confidence: pose.confidence, positions: pose.joints.map(\.cameraPosition),
      sigmas: pose.joints.map(\.sigma), sources: pose.joints.map(\.source),
      leftFoot: pose.leftFoot, rightFoot: pose.rightFoot, bodyHeight: pose.bodyHeight,
      bodyHeightSigma: pose.bodyHeightSigma, heightEstimation: pose.heightEstimation)
  }
}

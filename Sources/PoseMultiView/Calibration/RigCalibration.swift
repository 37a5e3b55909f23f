public import PoseImaging

/// The poses of cameras, found from the people whom they show, with their uncertainty.
public struct RigCalibration: Sendable, Equatable {
  /// The calibration of a camera.
  public struct Member: Sendable, Equatable {
    /// The reprojection error of the keypoints, the median in pixels.
    public var reprojection: Double
    /// Keypoints that took part.
    public var count: Int
    /// One standard deviation of its turn against the first camera, in radians; `nil` for the first.
    public var angleSigma: Double?
    /// One standard deviation of its distance from its true place relative to the first camera, in metres, the
    /// scale aside; `nil` for the first.
    public var positionSigma: Double?
    /// The angle in radians between its line of observation and that of the camera that differs most from it, at most a
    /// right angle.
    public var convergence: Double
    /// The clock relative to the first one's.
    public var clock: ClockEstimate
  }

  /// A quantity that the recordings don't determine well enough.
  public enum Doubt: Sendable, Equatable {
    /// The person hardly moved: the detector's own errors don't average out.
    case stoodStill
    /// A camera looks from nearly where another one does: distances are uncertain.
    case viewsTooAlike(camera: String)
    /// A camera's place isn't determined.
    case undetermined(camera: String)
    /// The height of the person isn't known, and so neither is the scale: a share of all lengths.
    case scaleAssumed(sigma: Double)
    /// A camera's field of view was assumed, and found with this sigma, as a share of the focal length.
    case focalLengthAssumed(camera: String, sigma: Double)
    /// The vertical isn't known.
    case noVertical
  }

  /// The cameras in a world with y up, x to the right of the first camera, z toward it, and the origin on the
  /// floor below the person in the first frame. The sigmas of poses are relative to the first camera, and the scale
  /// isn't in them: `scaleSigma` of the rig is its own.
  public var rig: CameraRig
  /// The calibrations of the cameras, in their order.
  public var members: [Member]
  /// Moments that were used.
  public var moments: Int
  /// The quantities that aren't determined well.
  public var doubts: [Doubt]
}

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

/// The reason why cameras can't be placed by the people whom they show. The description is a
/// sentence for people.
public enum CalibrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A camera shows no person at the moments at which others do.
  case nothingInCommon(camera: String)
  /// Several people are seen, and in a camera it isn't certain who of them is the one that others show.
  case severalPeople(camera: String)
  /// A camera shows something else than the others: the median distance of its keypoints in pixels, a finite number.
  case contradiction(camera: String, reprojection: Double)
  /// No place of a camera explains what it shows.
  case notConverged

  /// The error with the expected input and the next step.
  public var description: String {
    switch self {
    case .nothingInCommon(let camera):
      "camera \(camera) shows too little of a person while another camera shows them: the person has to be "
        + "seen whole by two cameras at a time, and the clocks have to be right"
    case .severalPeople(let camera):
      "several people are seen, and it isn't certain who of them in camera \(camera) is the person whom the other "
        + "cameras show: let one person alone move before the cameras"
    case .contradiction(let camera, let reprojection):
      "camera \(camera) shows something else than the others, its keypoints are "
        + "\(Int(min(reprojection, 1e6).rounded())) pixels from where it should: check that all recordings show the same "
        + "person at the same time, and that none is mirrored"
    case .notConverged:
      "no places of the cameras explain what they show: the clocks or the people don't belong together"
    }
  }
}

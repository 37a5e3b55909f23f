internal import Kinematics

/// The measured errors of joints that several cameras show: the factors on the solver's standard
/// deviations.
///
/// The solver takes the errors of keypoints in the views as independent; the detector marks a joint amiss in the
/// same way in all of them. Measured on ten rendered takes of four cameras, of people that the network was not
/// trained with, by every pair and triple and by all four: with these factors 68 % of the errors along the axes of
/// the covariances lie within one standard deviation and 91 % within two.
///
/// Since the network's prediction counts once for all views, the knees' factors are larger by 0.2, by six further
/// takes and by marker trials: 71 % lie within one standard deviation and 89 to 92 % within two.
enum ViewErrorModel {
  /// The factor of a joint that so many cameras have seen.
  static func factor(of joint: Joint, seenBy count: Int, withDepth: Bool) -> Double {
    let (several, one) = factors(of: joint)
    return (count > 1 ? several : one) * (withDepth ? depth : 1)
  }

  /// The factor on all sigmas if depth maps contribute, whose errors at a limb are alike in all
  /// views: from six rendered takes with two kinds of depth camera, as above.
  static let depth = 1.1

  /// The factor of the logarithm of stature.
  static let stature = 1.45

  /// Of joints that two cameras or more have seen, and of those that one or none has.
  private static func factors(of joint: Joint) -> (several: Double, one: Double) {
    switch JointErrorModel.Group(joint) {
    case .root: (1.9, 2.3)
    case .hips: (1.15, 1.35)
    case .knees: (1.6, 1.85)
    case .ankles: (1.3, 1.45)
    case .spine: (0.9, 1.35)
    case .centerShoulder: (1.65, 2.0)
    case .head: (1.05, 1.3)
    case .shoulders: (1.8, 2.1)
    case .elbows: (2.0, 2.4)
    case .wrists: (1.55, 2.0)
    }
  }
}

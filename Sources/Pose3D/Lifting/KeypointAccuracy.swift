/// The accuracy of 2D keypoints, with one standard deviation of a keypoint whose source is sure of
/// it: a fraction of 2.6 times the keypoints' root mean square spread (two thirds of a standing
/// body's height).
public enum KeypointAccuracy: Sendable, Equatable {
  /// A detector found them, whose errors come together: a whole limb is marked too far out. 0.03 is
  /// BlazePose's error on rendered people, about 35 mm.
  case detected(sigma: Double = 0.03)
  /// Keypoints marked by hand, or rendered. Across the viewing ray they locate a joint better than
  /// the lifting network does, which then counts half there.
  case exact(sigma: Double = 0.004)

  /// The standard deviation.
  public var sigma: Double {
    switch self {
    case .detected(let sigma), .exact(let sigma): sigma
    }
  }

  /// Factor on the standard deviations that the network gives joints across the viewing ray.
  var lateralScale: Double {
    switch self {
    case .detected: 1
    case .exact: 2
    }
  }
}

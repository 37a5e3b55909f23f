internal import PoseGeometry

/// The errors of several skeletons together. A measure without data is `nil`.
public struct LiftingAccuracy: Sendable {
  /// Errors of an angle, in radians, without sign.
  public struct Flexion: Sendable {
    /// Their mean.
    public let mean: Double
    /// Their median.
    public let median: Double

    init?(_ errors: [Double]) {
      guard let mean = errors.mean, let median = errors.median else { return nil }
      self.mean = mean
      self.median = median
    }
  }

  /// Relative errors of the stature.
  public struct Stature: Sendable {
    /// The number of cases in which it was measured.
    public let count: Int
    /// The mean without sign.
    public let error: Double
    /// The mean with its sign; positive when bodies come out too tall.
    public let bias: Double

    init?(_ errors: [Double]) {
      guard let error = errors.map(abs).mean, let bias = errors.mean else { return nil }
      count = errors.count
      self.error = error
      self.bias = bias
    }
  }

  /// The number of skeletons.
  public let count: Int
  /// The mean distance of the 17 joints from the true ones, both relative to the root, in metres: MPJPE.
  public let mpjpe: Double?
  /// The same after the similarity that brings each skeleton nearest to the true one: PA-MPJPE.
  public let paMpjpe: Double?
  /// Errors of the flexion of both elbows.
  public let elbow: Flexion?
  /// Errors of the flexion of both knees.
  public let knee: Flexion?
  /// Errors of the statures that were measured by depth.
  public let stature: Stature?

  /// The accuracy from errors of skeletons.
  ///
  /// - Parameters:
  ///   - errors: the errors of each skeleton.
  ///   - statureErrors: the relative errors of the measured statures, positive for bodies that are too tall.
  public init(of errors: [PoseErrors], statureErrors: [Double] = []) {
    count = errors.count
    mpjpe = errors.map(\.mean).mean
    paMpjpe = errors.map(\.aligned).mean
    elbow = Flexion(errors.flatMap(\.elbows))
    knee = Flexion(errors.flatMap(\.knees))
    stature = Stature(statureErrors)
  }

  init(of cases: [LiftedCase]) {
    self.init(of: cases.map(\.errors), statureErrors: cases.compactMap(\.statureError))
  }
}

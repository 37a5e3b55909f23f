internal import PoseGeometry

/// The errors of several skeletons together. A measure without data is `nil`.
package struct LiftingAccuracy: Sendable {
  /// Errors of an angle, in radians, without sign.
  package struct Flexion: Sendable {
    /// Their mean.
    package let mean: Double
    /// Their median.
    package let median: Double

    init?(_ errors: [Double]) {
      guard let mean = errors.mean, let median = errors.median else { return nil }
      self.mean = mean
      self.median = median
    }
  }

  /// Relative errors of the stature.
  package struct Stature: Sendable {
    /// The number of cases in which it was measured.
    package let count: Int
    /// The mean without sign.
    package let error: Double
    /// The mean with its sign; positive when bodies come out too tall.
    package let bias: Double

    init?(_ errors: [Double]) {
      guard let error = errors.map(abs).mean, let bias = errors.mean else { return nil }
      count = errors.count
      self.error = error
      self.bias = bias
    }
  }

  /// The number of skeletons.
  package let count: Int
  /// The mean distance of the 17 joints from the true ones, both relative to the root, in metres: MPJPE.
  package let mpjpe: Double?
  /// The same after the similarity that brings each skeleton nearest to the true one: PA-MPJPE.
  package let paMpjpe: Double?
  /// Errors of the flexion of both elbows.
  package let elbow: Flexion?
  /// Errors of the flexion of both knees.
  package let knee: Flexion?
  /// Errors of the statures that were measured by depth.
  package let stature: Stature?

  /// The accuracy from errors of skeletons.
  ///
  /// - Parameters:
  ///   - errors: the errors of each skeleton.
  ///   - statureErrors: the relative errors of the measured statures, positive for bodies that are too tall.
  package init(of errors: [PoseErrors], statureErrors: [Double] = []) {
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

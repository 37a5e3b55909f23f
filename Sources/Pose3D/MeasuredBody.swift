public import PoseGeometry
public import Kinematics

/// A body whose uncertainty is known: that of every joint and of the stature, and where the stature came from. A body
/// from a file without sigmas is none.
public struct MeasuredBody: Sendable, Equatable {
  /// The body as any other one.
  public let estimate: BodyEstimate
  /// The covariance of each joint's place relative to the root, in m², in the frame's axes; the root's is that of its
  /// own place.
  public let covariances: PerJoint<SymmetricMatrix3>
  /// One standard deviation of the stature, in metres.
  public let statureSigma: Double
  /// The source of the stature.
  public let heightEstimation: HeightEstimation

  /// A body with its uncertainty; `nil` if the body doesn't contain it.
  public init?(_ estimate: BodyEstimate) {
    guard let covariances = estimate.covariances, let sigma = estimate.stature.sigma,
      let estimation = estimate.stature.estimation
    else { return nil }
    (self.estimate, self.covariances) = (estimate, covariances)
    (statureSigma, heightEstimation) = (sigma, estimation)
  }

  /// The certainty of a joint's position, 0…1 (`BodyEstimate.confidence(_:)`).
  public func confidence(_ joint: Joint) -> Double {
    BodyEstimate.confidence(joint, covariances)
  }
}

/// A person whom several cameras show.
public struct MultiViewPose: Sendable {
  /// The body in the frame of the views, with covariances. The joints that two cameras or more have seen
  /// are `triangulated`; those that one has seen are `lifted`, or from its depth map.
  public let body: BodyEstimate
  /// The use of the views, in their order.
  public let views: [ViewUse]
  /// 0…1: how sure the detector is of the person, the mean over the views that were used.
  public let confidence: Double

  /// The number of views that were used.
  public var viewCount: Int { views.count { $0.refusal == nil } }
}

/// The settings for reading PoseNet's output. Names and defaults are those of Apple's sample
/// "Detecting Human Body Poses in an Image"; all distances are in pixels of the model's input.
public struct PoseNetConfiguration: Sendable, Equatable {
  /// The algorithm that combines joints into people.
  public enum Algorithm: Sendable {
    /// Each joint where its confidence is highest. Fast, and right only for a single person in the
    /// image: of two people it makes one who has the joints of both.
    case single
    /// Each person from one joint along the limbs to the others.
    case multiple
  }

  /// 0…1, what a joint's confidence must reach for it to count; those below are left out.
  public var jointConfidenceThreshold = 0.1
  /// 0…1, what a person's confidence must reach. The single algorithm doesn't ask for it.
  public var poseConfidenceThreshold = 0.5
  /// Two joints of the same name that are no farther apart than this are the same one.
  public var matchingJointDistance = 40.0
  /// Cells to each side that a joint is compared with: a person is begun at a joint than which none
  /// within this distance has a higher confidence.
  public var localSearchRadius = 3
  /// The number of people after which the search ends.
  public var maxPoseCount = 15
  /// The number of refinements of a joint that was found along a limb, each by the model's offset
  /// there.
  public var adjacentJointOffsetRefinementSteps = 3

  /// The defaults.
  public init() {}
}

/// The use of one camera's view of a person.
public struct ViewUse: Sendable, Equatable {
  /// The keypoints that were taken for those of the other side.
  public enum Swap: String, CaseIterable, Sendable {
    /// Elbows, wrists and hands.
    case arms
    /// Hips, knees, ankles and feet.
    case legs
    /// All: the person is flipped.
    case body
  }

  /// The reason why a view was left out.
  public enum Refusal: Sendable, Equatable {
    /// It shows too little of a person.
    case tooLittle(LiftingError)
    /// The other views show another person, or another spot.
    case disagrees
  }

  /// The reason why it was left out; `nil` for a view that was used.
  public var refusal: Refusal?
  /// The swapped sides that were corrected.
  public var swapped: [Swap] = []
  /// The median reprojection error of the keypoints, in pixels; `nil` if there was nothing to
  /// compare.
  public var distance: Double?
  /// The same at the person, in metres.
  public var offset: Double?

  /// A view that was used.
  public init() {}
}

/// Whether a picture shows which of a person's limbs is the left one.
public struct LimbSides: Sendable, Equatable {
  /// The certainty of the sides. The raw value is the word in files.
  public enum Certainty: String, CaseIterable, Sendable {
    /// The keypoints agree with a body as they are.
    case certain
    /// With left and right swapped they agree with a body as well, or better.
    case uncertain
    /// The image shows neither elbows nor wrists, or neither knees nor ankles.
    case unseen
  }

  /// The arms.
  public var arms: Certainty
  /// The legs.
  public var legs: Certainty

  /// The certainty of arms and legs.
  public init(arms: Certainty, legs: Certainty) {
    self.arms = arms
    self.legs = legs
  }
}

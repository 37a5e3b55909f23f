/// The source of a joint's position. The raw value is the word in files.
public enum JointSource: String, CaseIterable, Sendable {
  /// Seen, in the picture and in the depth map.
  case depth
  /// Seen in the pictures of two cameras or more.
  case triangulated
  /// From the 2D keypoint and the prior.
  case lifted
  /// Hidden or outside the picture: from the prior alone.
  case inferred
}

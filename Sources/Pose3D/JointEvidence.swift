/// The evidence for a joint's place, as the lifter used it: its keypoint, the depth map in front of
/// it and the prior.
public struct JointEvidence: Sendable, Equatable, Codable {
  /// The use of a joint's keypoint. The raw value is a word for tables.
  public enum KeypointUse: String, Sendable, Codable {
    /// Seen, and held to.
    case seen
    /// Used, but so unsure – of little confidence, or put elsewhere by every inference pass – that the joint counts
    /// as not seen.
    case unsure
    /// Held to, but outside the picture, so that the joint counts as not seen.
    case outside
    /// Left out: below the least confidence.
    case rejected
    /// Left out: no number, or farther from the picture than its size.
    case unusable
    /// There is none.
    case absent
    /// The joint has no keypoint of its own: it follows from others.
    case derived
  }

  /// A joint's keypoint.
  public struct Keypoint2D: Sendable, Equatable, Codable {
    /// The use of the keypoint.
    public var use: KeypointUse
    /// 0…1; `nil` where there is no keypoint.
    public var confidence: Double?
    /// The distance in pixels of the projected joint from its keypoint – a BlazePose keypoint moved
    /// to the joint's centre –; `nil` if there is none that counts.
    public var distance: Double?
  }

  /// The verdict on the depth map in front of a joint. The raw value is a phrase for tables.
  public enum DepthVerdict: String, Sendable, Codable {
    /// The joint lies where the map shows it.
    case agrees
    /// The map shows something farther away than the joint: what is behind it.
    case background
    /// The map shows something nearer than the joint: what hides it.
    case foreground = "in front"
    /// The joint is expected behind something else; the reading counts for little.
    case hidden
    /// Nothing was measured there.
    case noReading = "no reading"
    /// The joint is outside the map.
    case outsideMap = "outside map"
  }

  /// The depth map in front of a joint.
  public struct Depth: Sendable, Equatable, Codable {
    /// The verdict on the reading.
    public var verdict: DepthVerdict
    /// The reading; `nil` where there is none.
    public var reading: Reading?
  }

  /// A reading of the depth map in front of a joint.
  public struct Reading: Sendable, Equatable, Codable {
    /// The surface in metres along the optical axis.
    public var depth: Double
    /// The expected distance of the joint behind it, in metres.
    public var expectedOffset: Double
    /// One standard deviation of the reading as evidence for the joint, in metres.
    public var sigma: Double
    /// The distance of the joint behind its expected position, in metres; negative in front of it.
    public var residual: Double
  }

  /// The prior's standard deviation of a joint's place relative to the root, in metres.
  public struct Prior: Sendable, Equatable, Codable {
    /// Across the viewing ray.
    public var lateralSigma: Double
    /// Along the viewing ray.
    public var depthSigma: Double
  }

  /// The joint's keypoint.
  public var keypoint: Keypoint2D
  /// The depth map in front of the joint; `nil` when there was none, or it was not used.
  public var depth: Depth?
  /// The prior; `nil` for the root, to which it is relative.
  public var prior: Prior?
}

/// The source of a joint's position. The raw value is the word in files.
public enum JointSource: String, CaseIterable, Sendable, Codable {
  /// Seen, in the picture and in the depth map.
  case depth
  /// Seen in the pictures of two cameras or more.
  case triangulated
  /// From the 2D keypoint and the prior.
  case lifted
  /// Hidden or outside the picture: from the prior alone.
  case inferred
}

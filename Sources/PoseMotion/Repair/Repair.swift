public import Kinematics

/// Something that was put right in a frame.
public struct Repair: Sendable, Equatable {
  /// The kind of error that was repaired. The raw value is the word in files.
  public enum Kind: String, Sendable {
    /// Left and right of the whole body were swapped.
    case swappedSides
    /// Left and right leg were swapped.
    case swappedLegs
    /// Left and right arm were swapped.
    case swappedArms
    /// The body's depth was turned over: front and back swapped.
    case flippedDepth
    /// Joints jumped away and back, and were put where the frames around them say.
    case outlier
  }

  /// The frame's position in the recording.
  public var frame: Int
  /// Its time in seconds.
  public var time: Double
  /// The person.
  public var person: Int
  /// The kind of error that was repaired.
  public var kind: Kind
  /// The joints that were moved, in the order of `Joint.allCases`.
  public var joints: [Joint]

  /// A repair.
  public init(frame: Int, time: Double, person: Int, kind: Kind, joints: [Joint]) {
    self.frame = frame
    self.time = time
    self.person = person
    self.kind = kind
    self.joints = joints
  }
}

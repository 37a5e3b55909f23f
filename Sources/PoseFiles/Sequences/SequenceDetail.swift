/// The detail about each person in each frame of a sequence's document.
public enum SequenceDetail: String, Sendable, CaseIterable {
  /// The joints' places, one sigma each, and the stature: under 1 KB.
  case joints
  /// Besides, covariances, the source of each joint, feet, orientation and measurements: all from
  /// which the rest follows, in about 2.5 KB. The sequence can be analysed again from it.
  case standard
  /// Besides, what follows from that: transforms, places in the picture and angles, in about 20 KB.
  case full
}

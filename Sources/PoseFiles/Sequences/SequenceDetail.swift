/// How much a sequence's document says of each person in each frame.
public enum SequenceDetail: String, Sendable, CaseIterable {
  /// The joints' places, one sigma each, and the stature: under 1 KB.
  case joints
  /// Besides, covariances, where each joint came from, feet, orientation and what was measured: all from
  /// which the rest follows, in about 2.5 KB. The sequence can be analysed anew from it.
  case standard
  /// Besides, what follows from that: transforms, places in the picture and angles, in about 20 KB.
  case full
}

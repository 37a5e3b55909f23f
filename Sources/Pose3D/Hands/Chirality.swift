/// The side of a person's hand, the person's own left or right. The raw value is the name in our
/// files; Vision's raw values are -1 and 1.
public enum Chirality: String, CaseIterable, Sendable {
  case left, right

  /// The other one.
  public var mirrored: Chirality { self == .left ? .right : .left }
}

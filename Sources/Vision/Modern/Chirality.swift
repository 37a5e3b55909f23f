/// A side of the body.
public enum Chirality: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person's left.
  case left
  /// The person's right.
  case right
}

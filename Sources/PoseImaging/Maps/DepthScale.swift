/// The source of a depth map's unit.
public enum DepthScale: String, Sendable {
  /// The file states its unit.
  case file
  /// The caller stated the unit.
  case caller
  /// No unit was stated: floating-point numbers are taken for metres.
  case assumed
  /// It isn't known: the numbers are metres times an unknown factor. They show shapes, not sizes.
  case unknown
}

/// The origin of an image's coordinates.
public enum CoordinateOrigin: Sendable, Hashable, CaseIterable {
  /// In the lower left corner, y up.
  case lowerLeft
  /// In the upper left corner, y down.
  case upperLeft
}

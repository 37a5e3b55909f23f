/// The source of a person's stature. The raw value is the word in files.
public enum HeightEstimation: String, CaseIterable, Sendable {
  /// Measured in metric depth: that of the picture, or of another one of the person.
  case measured
  /// Vision's reference of 1.8 m: nothing is known.
  case reference
  /// Given by the caller.
  case user
}

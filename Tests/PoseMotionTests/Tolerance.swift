enum Tolerance {
  /// Against SciPy, in the unit of the samples.
  static let oracle = 1e-9
  /// Lengths of bones that are held, in metres.
  static let bone = 1e-9
  /// Against a general solver with constraints, in metres: what our fewer steps leave.
  static let solver = 3e-4
  /// Sums of a few roundings.
  static let exact = 1e-12
}

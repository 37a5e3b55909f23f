/// The largest distances that tests allow, in one place.
enum Tolerance {
  /// Metres, for double-precision arithmetic of the same formulas.
  static let exact = 1e-6
  /// Metres, for single-precision sums in another order.
  static let network = 5e-6
  /// Metres, for the network over time in single precision.
  static let temporal = 5e-5
  /// Metres, for the solver, which starts from the network's output.
  static let solver = 1e-5
  /// Of one, for sigmas at a solution that is given to 1e-8 m: the network's scales differ.
  static let sigmaRatio = 1e-5
}

/// How near numbers must come to what they are compared with.
enum Tolerance {
  /// The same arithmetic in double precision.
  static let rounding = 1e-9
  /// Single precision of numbers about 1.
  static let single = 1e-6
  /// Pixels on average between a pose and MediaPipe's: the project's demand.
  static let meanPixels = 0.05
  /// Millimetres on average between world landmarks and MediaPipe's: the project's demand.
  static let meanMillimetres = 0.3
  /// Between visibilities and MediaPipe's; the worst of 95 pictures differs by 0.0018.
  static let visibility = 0.005
  /// Pixels on average between a person followed and the same person found anew, whose square
  /// isn't the same: MediaPipe differs from itself by as much when 50 pixels change by a level.
  static let meanTrackedPixels = 3.0
  /// Pixels on average between a hand and MediaPipe's: the project's demand.
  static let meanHandPixels = 0.02
  /// Millimetres on average between a hand's world landmarks and MediaPipe's.
  static let meanHandMillimetres = 0.05
}

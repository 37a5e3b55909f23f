/// How near numbers must come to what they are compared with.
enum Tolerance {
  /// The same arithmetic in double precision.
  static let rounding = 1e-9
  /// Single precision of numbers about 1.
  static let single = 1e-6
  /// Pixels between joints that two decoders read out of the same tensors: the project's demand.
  static let decodedPixels = 0.01
  /// Pixels between a puppet's joint and where it is found, levels of colour being in single precision.
  static let puppetPixels = 0.001
  /// Pixels on average between a pose and MediaPipe's: the project's demand.
  static let meanPixels = 0.05
  /// Millimetres on average between world landmarks and MediaPipe's: the project's demand.
  static let meanMillimetres = 0.3
  /// The same over many real pictures: the project's demand on the heavy model, and on the full one.
  static let meanRealPixels = 0.02
  static let meanRealMillimetres = 0.1
  /// Pixels on average between landmarks and MediaPipe's where both look in the same square, and
  /// between the squares where both look next: the project's demand.
  static let meanPixelsInSameSquare = 0.01
  /// Radians between the rotations of those squares: 0.01 pixel at the edge of one of 1000 pixels.
  static let squareRotation = 2e-5
  /// Between visibilities and MediaPipe's; the worst of 95 pictures differs by 0.0018.
  static let visibility = 0.005
  /// Pixels on average between a person followed and the same person found anew, whose square
  /// isn't the same: MediaPipe differs from itself by as much when 50 pixels change by a level.
  static let meanTrackedPixels = 3.0
}

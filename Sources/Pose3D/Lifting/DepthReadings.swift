internal import Geometry
internal import Imaging

/// What a depth map shows at the keypoints and around them, as the lifting network reads it.
struct DepthReadings {
  /// A place at which the map is read: the mean of one, two or four keypoints.
  struct Place {
    /// Indices into `LifterInput.keypoints`.
    let keypoints: [Int]
  }

  /// The places: the limbs' joints, nose, topHead, the middle of the ears, root, centerShoulder,
  /// spine, toes, heels, the middles of upper arms, forearms, thighs and shanks, the flanks.
  static let places: [Place] =
    ((0..<13).map { [$0] } + [[17], [15, 16], [6, 9], [0, 3], [0, 3, 6, 9]]
    + (18..<22).map { [$0] }
    + [[0, 1], [3, 4], [1, 2], [4, 5], [6, 7], [9, 10], [7, 8], [10, 11], [0, 6], [3, 9]])
    .map(Place.init)
  /// Where each place goes when left and right are exchanged.
  static let mirrorImages = [
    3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 13, 14, 15, 16, 17, 19, 18, 21, 20,
    23, 22, 25, 24, 27, 26, 29, 28, 31, 30,
  ]
  /// Shoulders, hips and spine among the places: they say where the person stands.
  static let torso = [0, 3, 6, 9, 17]
  /// The places around which the map is read at four more: left, right, above and below.
  static let crosses = Array(0..<12) + [14]
  /// Where each cross goes when left and right are exchanged.
  static let crossMirrorImages = [3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12]
  /// How far from the middle a cross is read, as a fraction of the body's size in the picture.
  static let crossReach = 0.045
  private static let directions: [SIMD2<Double>] = [[-1, 0], [1, 0], [0, -1], [0, 1]]

  /// The places' rays, x/z and y/z.
  var rays: [SIMD2<Double>]
  /// Near-mode depth along the optical axis in metres; `nil` without a reading.
  var depths: [Double?]
  /// Half the distance between the 16th and the 84th percentile of the surface read, in metres.
  var spreads: [Double]
  /// The rays of the crosses, four for each.
  var crossRays: [SIMD2<Double>]
  /// The depth of the pixel there; `nil` without a reading.
  var crossDepths: [Double?]

  /// The readings of a map; `read` is the near mode at a ray, near a depth in metres where one is
  /// expected, `pixel` the depth of the pixel at a ray.
  init(
    of input: LifterInput,
    read: (_ ray: SIMD2<Double>, _ expected: Double?) -> DepthSample.Reading?,
    pixel: (_ ray: SIMD2<Double>) -> Double?
  ) {
    let rays = Self.rays(of: input)
    let isSeen = Self.places.map { $0.keypoints.allSatisfy { input.isPresent[$0] } }
    let typical = Self.torso.compactMap { index in
      isSeen[index] ? read(rays[index], nil)?.depth : nil
    }.median
    let readings = rays.indices.map { isSeen[$0] ? read(rays[$0], typical) : nil }
    self.rays = rays
    depths = readings.map { $0?.depth }
    spreads = readings.map { $0?.spread ?? 0 }
    let reach = Self.crossReach * input.bodySize
    crossRays = Self.crosses.flatMap { index in
      Self.directions.map { rays[index] + reach * $0 }
    }
    let centers = Self.crosses.flatMap { index in Self.directions.map { _ in isSeen[index] } }
    crossDepths = zip(crossRays, centers).map { ray, isSeen in isSeen ? pixel(ray) : nil }
  }

  private static func rays(of input: LifterInput) -> [SIMD2<Double>] {
    places.map { place in
      place.keypoints.reduce(.zero) { $0 + input.rays[$1] } / Double(place.keypoints.count)
    }
  }
}

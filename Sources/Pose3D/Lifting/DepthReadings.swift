internal import Kinematics
internal import PoseGeometry
internal import PoseImaging

/// The depth map's readings at the keypoints and around them, as the lifting network reads them.
struct DepthReadings {
  /// A place at which the map is read: the mean of one, two or four keypoints.
  struct Place {
    let keypoints: [Keypoint]
    /// Their indices in `LifterInput.keypoints`.
    let inputs: [Int]

    init(_ keypoints: Keypoint...) {
      self.keypoints = keypoints
      inputs = keypoints.map { LifterInput.keypoints.index(ofKnown: $0) }
    }
  }

  /// The places: the limbs' joints, nose, topHead, the middle of the ears, root, centerShoulder,
  /// spine, toes, heels, the middles of upper arms, forearms, thighs and shanks, the flanks.
  static let places: [Place] =
    LifterInput.limbs.map { Place($0) } + [Place(.nose), Place(.topHead), ears] + [
      Place(.leftHip, .rightHip), Place(.leftShoulder, .rightShoulder), spine,
    ] + LifterInput.feet.map { Place($0) } + [
      Place(.leftShoulder, .leftElbow), Place(.rightShoulder, .rightElbow),
      Place(.leftElbow, .leftWrist), Place(.rightElbow, .rightWrist),
      Place(.leftHip, .leftKnee), Place(.rightHip, .rightKnee),
      Place(.leftKnee, .leftAnkle), Place(.rightKnee, .rightAnkle),
      Place(.leftShoulder, .leftHip), Place(.rightShoulder, .rightHip),
    ]
  private static let ears = Place(.leftEar, .rightEar)
  private static let spine = Place(.leftShoulder, .rightShoulder, .leftHip, .rightHip)

  /// The mirror image of each place: its index when left and right are swapped.
  static let mirrorImages = places.map { Set($0.keypoints) }.mirrorImages {
    Set($0.map(\.mirrored))
  }
  /// The index of a place.
  private static func index(of place: Place) -> Int {
    places.map(\.keypoints).index(ofKnown: place.keypoints)
  }
  /// The places of the limbs' joints.
  static let limbs: [(place: Int, joint: Joint)] = LifterInput.limbs.map { keypoint in
    guard let joint = Joint(name: keypoint.rawValue) else {
      preconditionFailure("\(keypoint) is no joint")
    }
    return (index(of: Place(keypoint)), joint)
  }
  /// Shoulders, hips and spine among the places: they say where the person stands.
  static let torso =
    [.leftShoulder, .rightShoulder, .leftHip, .rightHip].map { index(of: Place($0)) }
    + [index(of: spine)]
  /// The places around which the map is read on circles, in the order of `steps`.
  static let crosses = limbs.map(\.place) + [index(of: ears)]
  /// The mirror image of each cross: its index when left and right are swapped.
  static let crossMirrorImages = crosses.mirrorImages { mirrorImages[$0] }
  /// The circles' radii, as fractions of the body's size in the picture: half a forearm's width and
  /// less, a limb's, a trunk's. They show where a limb ends, and so whether its keypoint is on it.
  private static let radii = [0.0225, 0.045, 0.09]
  /// The eight directions on a circle, from the right clockwise.
  private static let directions: [SIMD2<Double>] = [
    [1, 0], [diagonal, diagonal], [0, 1], [-diagonal, diagonal], [-1, 0], [-diagonal, -diagonal],
    [0, -1], [diagonal, -diagonal],
  ]
  /// The sine of 45°.
  private static let diagonal = 0.7071
  /// From a place to where the map is read around it, in units of the body's size in the picture.
  static let steps = radii.flatMap { radius in directions.map { radius * $0 } }
  /// The steps of the middle circle.
  static let middleCircle = 8..<16

  /// The places' rays, x/z and y/z.
  var rays: [SIMD2<Double>]
  /// Near-mode depth along the optical axis in metres; `nil` without a reading.
  var depths: [Double?]
  /// Half the distance between the 16th and the 84th percentile of the surface read, in metres.
  var spreads: [Double]
  /// The rays of the circles, as many for each of `crosses` as there are `steps`.
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
    let isSeen = Self.places.map { $0.inputs.allSatisfy { input.isPresent[$0] } }
    let typical = Self.torso.compactMap { index in
      isSeen[index] ? read(rays[index], nil)?.depth : nil
    }.median
    let readings = rays.indices.map { isSeen[$0] ? read(rays[$0], typical) : nil }
    self.rays = rays
    depths = readings.map { $0?.depth }
    spreads = readings.map { $0?.spread ?? 0 }
    let size = input.bodySize
    crossRays = Self.crosses.flatMap { index in Self.steps.map { rays[index] + size * $0 } }
    let centers = Self.crosses.flatMap { index in Self.steps.map { _ in isSeen[index] } }
    crossDepths = zip(crossRays, centers).map { ray, isSeen in isSeen ? pixel(ray) : nil }
  }

  private static func rays(of input: LifterInput) -> [SIMD2<Double>] {
    places.map { place in
      place.inputs.reduce(.zero) { $0 + input.rays[$1] } / Double(place.inputs.count)
    }
  }
}

extension DepthReadings {
  /// The deviation of the readings from one plane, in units of their distance; `nil` when there are
  /// too few. It is the 80th percentile of the distances along the optical axis over the median
  /// depth.
  ///
  /// The plane is the one from which the sum of the distances is least, found by reweighting: on
  /// the rays of a camera a plane's 1/z is linear in x/z and y/z.
  var planarityResidual: Double? {
    let around = crossRays.indices.filter { Self.middleCircle.contains($0 % Self.steps.count) }
    let points = zip(
      rays + around.map { crossRays[$0] }, depths + around.map { crossDepths[$0] }
    ).compactMap { ray, depth in depth.map { (ray: ray, inverse: 1 / $0) } }
    guard points.count >= Self.minimumForPlane, let typical = points.map(\.inverse).median else {
      return nil
    }
    let rows = points.map { (SIMD3($0.ray.x, $0.ray.y, 1), $0.inverse / typical) }
    var misses = rows.map { abs($0.1 - 1) }
    for _ in 0..<8 {
      var equations = DenseNormalEquations.ofThreeUnknowns()
      for ((row, value), miss) in zip(rows, misses) {
        equations.add(row, equals: value, weight: 1 / (miss + 1e-3))
      }
      guard equations.solve() else { return nil }
      let plane = equations.step(from: 0)
      misses = rows.map { row, value in abs(value - row.dot(plane)) }
    }
    return misses.sorted()[misses.count * 4 / 5]
  }

  /// Fewer readings than this fit a plane too easily.
  private static let minimumForPlane = 12
}

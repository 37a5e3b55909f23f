public import PoseImaging
internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// The estimate of an unknown camera's field of view, from the people in the image.
///
/// A depth map measures how far away people are; their size follows from the field of view. So the
/// field of view that gives them human proportions and a human stature is the likely one.
extension Lifter {
  /// Focal lengths that are tried, over the picture's diagonal: 0.42 to 1.04, diagonal fields of view
  /// of 100° to 51°.
  private static let focalRatios = (-5...5).map { 0.66 * exp(0.09 * Double($0)) }
  /// The focal length of cameras with a depth map over the image's diagonal, by its logarithm.
  /// Phones, depth cameras and webcams have diagonals of 65° to 85°.
  private static let focalRatio = (mean: log(0.66), sigma: 0.18)
  /// One standard deviation of the stature that the bones of a person of known stature give, by its
  /// logarithm.
  private static let bonesSigma = 0.04
  /// The weight of the solver's misfit. Its pieces of evidence aren't independent, and on rendered
  /// people the focal length is best with a fifth of it.
  private static let misfitShare = 0.2
  /// No focal length is better known than this, as a share.
  private static let minimumFocalSigma = 0.04

  /// The camera with the focal length that suits the people in a picture before a metric depth map,
  /// with its sigma.
  ///
  /// - Parameters:
  ///   - assumed: the camera whose focal length isn't known; its principal point counts.
  ///   - people: the keypoints of people in the picture.
  ///   - depth: a depth map registered to the picture, in metres.
  /// - Returns: a camera whose source is `estimated`; `nil` if the map fits no person at any focal
  ///   length.
  public func camera(
    fitting people: [Pose2D], assumed: Camera, depth: DepthMap
  ) -> Camera? {
    guard depth.isMetric else { return nil }
    let factors = Self.focalRatios.map { $0 * assumed.diagonal / assumed.fx }
    let cameras = factors.map {
      assumed.with(focalLengthsTimes: $0, source: .assumed, sigma: Self.focalRatio.sigma)
    }
    var costs = Self.focalRatios.map {
      pow((log($0) - Self.focalRatio.mean) / Self.focalRatio.sigma, 2)
    }
    var isAnybodyFitted = false
    for person in people {
      let own = cameras.map { cost(of: person, camera: $0, depth: depth) }
      guard own.contains(where: \.isFinite) else { continue }
      isAnybodyFitted = true
      for index in costs.indices { costs[index] += own[index] }
    }
    guard isAnybodyFitted, let least = costs.min(), least.isFinite else { return nil }
    let weights = costs.map { exp((least - $0) / 2) }
    let total = weights.reduce(0, +)
    let logs = factors.map { log($0) }
    let mean = zip(weights, logs).reduce(0) { $0 + $1.0 * $1.1 } / total
    let variance = zip(weights, logs).reduce(0) { $0 + $1.0 * pow($1.1 - mean, 2) } / total
    return assumed.with(
      focalLengthsTimes: exp(mean), source: .estimated,
      sigma: Self.sigmaFactor * max(variance.squareRoot(), Self.minimumFocalSigma))
  }

  /// The factor on the posterior's sigma, so that 68 % of the errors on rendered people are within
  /// it.
  private static let sigmaFactor = 1.25

  /// Minus twice the logarithm of how likely a person is in a camera; infinite where there is none.
  private func cost(of pose: Pose2D, camera: Camera, depth: DepthMap) -> Double {
    guard let setting = try? setting(of: pose, camera: camera, depth: depth).setting,
      case .success(let solution) = setting.solve(with: depth)
    else { return .infinity }
    let stature =
      if let bodyHeight = options.bodyHeight {
        (log(Anthropometry.stature(of: solution.state.withMiddles.positions) / bodyHeight))
          / Self.bonesSigma
      } else {
        (solution.state.logStature - LiftingProblem.adultStature.mean)
          / LiftingProblem.adultStature.sigma
      }
    return Self.misfitShare * solution.cost + stature * stature
  }
}

extension BodyEstimate {
  /// The body with what an uncertain focal length adds to its covariances and its stature's sigma.
  ///
  /// With a depth map the distances hold, and lengths across the viewing ray are as wrong as the
  /// focal length. Without one the size holds, and the distance is as wrong.
  ///
  /// - Parameters:
  ///   - sigma: one standard deviation of the focal length, as a share.
  ///   - hasDepth: whether a depth map in metres measures how far away the joints are.
  func widened(byFocalLength sigma: Double, hasDepth: Bool) -> BodyEstimate {
    guard sigma > 0, let covariances else { return self }
    let root = positions[.root]
    var body = self
    guard hasDepth else {
      body.covariances?[.root] =
        covariances[.root] + SymmetricMatrix3(outer: Vector3(0, 0, root.z) * sigma)
      return body
    }
    func across(_ v: Vector3) -> Vector3 { Vector3(v.x, v.y, 0) * sigma }
    body.covariances = PerJoint { joint in
      covariances[joint]
        + SymmetricMatrix3(
          outer: across(joint == .root ? root : positions[joint] - root))
    }
    if stature.estimation == .measured {
      let step = 0.01
      let wider = positions.map { $0 + Vector3($0.x, $0.y, 0) * step }
      let slope = (Anthropometry.stature(of: wider) - Anthropometry.stature(of: positions)) / step
      body.stature.sigma = stature.sigma.map {
        ($0 * $0 + slope * slope * sigma * sigma).squareRoot()
      }
    }
    return body
  }

  /// The body with what an assumed stature adds to the covariance of its own place: a body of another
  /// size is as much nearer or farther away.
  func widened(byStature sigma: Double) -> BodyEstimate {
    guard let covariances else { return self }
    var body = self
    body.covariances?[.root] =
      covariances[.root] + SymmetricMatrix3(outer: positions[.root] * (sigma / stature.metres))
    return body
  }
}

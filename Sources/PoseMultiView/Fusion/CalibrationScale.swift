internal import Kinematics
public import Pose3D
internal import PoseGeometry
internal import PoseSystem

/// The scale of cameras' places, whose calibration leaves it uncertain, by the given height of the person they show.
public struct CalibrationScale: Sendable, Equatable {
  /// The factor on all lengths of the calibration.
  public let factor: Double
  /// One standard deviation of what is left of its uncertainty, as a share.
  public let sigma: Double
  /// The person's height in metres by the calibration alone, and one standard deviation with that of its scale.
  public let measuredHeight: Stature
  /// The difference of both heights' logarithms in its own standard deviations.
  public let deviation: Double

  /// The difference of both heights in standard deviations from which on they contradict each other; chosen.
  private static let maximumDeviation = 3.0

  /// The scale by the mean of both heights, weighted by their sigmas; `nil` if no stature was measured.
  ///
  /// - Parameters:
  ///   - statures: those of the person by the calibration.
  ///   - bodyHeight: the given height in metres.
  ///   - prior: one standard deviation of the calibration's scale, as a share.
  init?(statures: [Stature], bodyHeight: Double, prior: Double) {
    let measured = statures.filter { $0.estimation == .measured && $0.metres > 0 }
    guard let metres = measured.map(\.metres).median,
      let own = measured.compactMap({ one in one.sigma.map { $0 / one.metres } }).median
    else { return nil }
    let height = hypot(Stature.givenSigma, own)
    let share = prior * prior / (prior * prior + height * height)
    let difference = log(bodyHeight / metres)
    factor = exp(share * difference)
    sigma = share.squareRoot() * height
    measuredHeight = Stature(
      metres: metres, sigma: metres * hypot(own, prior), estimation: .measured)
    deviation = difference / hypot(prior, height)
  }

  /// Whether the given height contradicts the calibration.
  public var isContradictory: Bool { abs(deviation) > Self.maximumDeviation }

  /// A view with its camera at the scaled place.
  func applied(to view: ViewFusion.View) -> ViewFusion.View {
    var view = view
    view.cameraFromWorld.translation *= factor
    return view
  }
}

extension BodyEstimate {
  /// The body with the sigma of the calibration's scale in its stature and its root's place, as for an assumed height;
  /// as it is if one view alone shows it, so that its height is assumed.
  func withScale(sigma: Double) -> BodyEstimate {
    guard stature.estimation != .reference else { return self }
    var body = self
    if stature.estimation == .measured {
      body.stature.sigma = stature.sigma.map { hypot($0, sigma * stature.metres) }
    }
    body.covariances?[.root] =
      (covariances?[.root] ?? .zero) + SymmetricMatrix3(outer: positions[.root] * sigma)
    return body
  }
}

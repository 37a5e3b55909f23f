/// By what the solver's standard deviations are multiplied, by where the keypoints come from.
///
/// They hold 68 % of the errors along an axis then, on rendered pictures that the network was not
/// trained with (weighed between the benchmark's and those of the training's validation, whose poses
/// are harder). The network says √2·b for a Laplace distribution, of which 68 % lie within 1.15·b; a
/// detector's keypoints err together, where the solver takes them as independent; and joints that the
/// depth map doesn't confirm err by more than the solver thinks: a keypoint is on the wrong limb, or
/// something hides the joint. `docs/conventions.md` has the table, and a test compares the two.
struct SigmaFactors: Equatable {
  /// Where keypoints come from.
  enum Origin: String, CaseIterable {
    /// BlazePose, whose keypoints the network was trained with.
    case blazePose
    /// `KeypointAccuracy.exact`.
    case exact
    /// Another detector.
    case detected
  }

  /// For a joint without a depth map.
  let withoutDepth: Double
  /// For a joint whose place the depth map confirms.
  let confirmed: Double
  /// For the other joints where there is a depth map.
  let unconfirmed: Double

  /// The factors of an origin.
  static func of(_ origin: Origin) -> SigmaFactors {
    switch origin {
    case .blazePose: SigmaFactors(withoutDepth: 1, confirmed: 1.12, unconfirmed: 1.25)
    case .exact: SigmaFactors(withoutDepth: 0.5, confirmed: 0.52, unconfirmed: 0.65)
    case .detected: SigmaFactors(withoutDepth: 0.72, confirmed: 1.1, unconfirmed: 1.35)
    }
  }

  /// The same for the logarithm of stature, wherever the keypoints come from.
  static let stature = 1.3
}

internal import Kinematics
internal import PoseSystem

/// The lengths of one person's bones relative to their stature, and the stature, each with its
/// sigma: all images of the person have them in common.
///
/// Told to `Lifter.Options.proportions`, they are held in every further picture of the person.
public struct BodyProportions: Sendable, Equatable {
  /// The length of a bone as a fraction of stature.
  struct Ratio: Sendable, Equatable {
    /// The natural logarithm of length over stature.
    var logarithm: Double
    /// One standard deviation of the logarithm.
    var sigma: Double
  }

  /// By the places of `Anthropometry.bones`; left and right have one length.
  var ratios: [Ratio]
  /// The body height. Its estimation is `measured` where at least one body's was, from these alone;
  /// else `user` or `reference` as theirs.
  public internal(set) var stature: Stature

  /// The stature where it was measured, and `nil` where it was told or assumed.
  var measuredStature: Stature? { stature.estimation == .measured ? stature : nil }

  /// The lengths of the bones in metres, by name, each with one standard deviation: what the stature has
  /// wrong is not in it. Left and right have one length.
  public var boneLengths: [(name: String, metres: Double, sigma: Double)] {
    var lengths: [(name: String, metres: Double, sigma: Double)] = []
    for (bone, ratio) in zip(Anthropometry.bones, ratios)
    where !lengths.contains(where: { $0.name == bone.name }) {
      let metres = exp(ratio.logarithm) * stature.metres
      lengths.append((bone.name, metres, metres * ratio.sigma))
    }
    return lengths
  }
}

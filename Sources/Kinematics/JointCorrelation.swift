/// The correlation of the errors of different joints of one skeleton.
///
/// A detector that marks an elbow too low marks the wrist too low as well. An arm that is estimated
/// too near is too near as a whole. Such errors cancel in angles and lengths, which depend on
/// differences of joints: the elbow's sigma becomes two thirds of its value without correlation.
/// The coefficient ρ of two joints is the correlation of their errors, each in units of its own
/// covariance C. The covariance between joints a and b is ρ·√Cₐ·√C_b with the symmetric roots. One
/// table serves all axes, so that it holds in any frame; `Training/calibrate.py` measures it.
public enum JointCorrelation: String, CaseIterable, Sendable {
  /// Every joint errs on its own: joints that were marked one by one.
  case independent
  /// Of a body that was lifted from a picture alone.
  case withoutDepth
  /// Of a body that was lifted with a depth map.
  case withDepth

  /// The coefficient of two joints, by their places in `Joint.allCases`; 1 of a joint with itself.
  subscript(_ one: Int, _ other: Int) -> Double {
    if one == other { return 1 }
    let (row, column) = (max(one, other), min(one, other))
    let place = row * (row + 1) / 2 + column
    return switch self {
    case .independent: 0
    case .withoutDepth: Self.withoutDepthTable[place]
    case .withDepth: Self.withDepthTable[place]
    }
  }

  /// The coefficient of two joints, −1…1; 1 of a joint with itself.
  public subscript(_ one: Joint, _ other: Joint) -> Double { self[one.rawValue, other.rawValue] }
}

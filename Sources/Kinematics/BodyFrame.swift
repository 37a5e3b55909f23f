/// A frame of the body or of its surroundings in which angles are measured: x to the person's left,
/// y up, z to the front, in the frame of the skeleton's joints.
enum BodyFrame: Int, Sendable, CaseIterable {
  /// x along the hips' line, exactly; y as near as can be to root → spine.
  case pelvis
  /// The least-squares fit of shoulders and spine.
  case thorax
  /// y along root → centerShoulder, x as near as can be to the hips' line.
  case trunkAtHips
  /// y along root → centerShoulder, x as near as can be to the shoulders' line.
  case trunkAtShoulders
  /// y up, x as near as can be to the hips' line: turns with the person, but doesn't lean.
  case heading
  /// y up, z in the direction of heading 0.
  case world

  /// Below this length, 1 µm, a vector between two joints has no direction.
  static let minimumLength = 1e-6

  /// Whether the lines that decide the axes were not seen: both of their ends are inferred, or one end
  /// of the trunk's line. A pelvis or a thorax whose `spine` alone is inferred stands along the trunk.
  func isUnseen(inferred: Set<Joint>) -> Bool {
    guard !inferred.isEmpty else { return false }
    let noHips = inferred.isSuperset(of: [.leftHip, .rightHip])
    let noShoulders = inferred.isSuperset(of: [.leftShoulder, .rightShoulder])
    let noTrunk = !inferred.isDisjoint(with: [.root, .centerShoulder])
    return switch self {
    case .pelvis, .heading: noHips
    case .thorax: noShoulders
    case .trunkAtHips: noHips || noTrunk
    case .trunkAtShoulders: noShoulders || noTrunk
    case .world: false
    }
  }

  /// The joints that decide the axes.
  var joints: [Joint] {
    switch self {
    case .pelvis: [.root, .rightHip, .leftHip, .spine]
    case .thorax: [.spine, .centerShoulder, .leftShoulder, .rightShoulder]
    case .trunkAtHips: [.root, .centerShoulder, .rightHip, .leftHip]
    case .trunkAtShoulders: [.root, .centerShoulder, .leftShoulder, .rightShoulder]
    case .heading: [.rightHip, .leftHip]
    case .world: []
    }
  }
}

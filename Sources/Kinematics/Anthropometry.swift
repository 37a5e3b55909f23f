/// Proportions of the human body between the 17 joint centres, as fractions of stature.
///
/// Between means of de Leva 1996 (J. Biomech. 29:1223), Drillis & Contini 1966 as quoted by Winter
/// 2009, and Human3.6M's seven skeletons; chosen so that the vertical chain and the ankle's height
/// add up to 1.
public enum Anthropometry {
  /// A bone between two joints; left and right share their proportions.
  public struct Bone: Sendable {
    /// The bone's name in files; the same on both sides.
    public let name: String
    /// The joint nearer to the root.
    public let proximal: Joint
    /// The joint farther from the root.
    public let distal: Joint
    /// Length as a fraction of stature.
    public let ratio: Double
    /// One standard deviation of the length between people, as a fraction of the length.
    public let spread: Double
  }

  /// The bones, and the widths of hips and shoulders, which hold the skeleton together.
  public static let bones: [Bone] = [
    Bone(name: "lowerTrunk", proximal: .root, distal: .spine, ratio: 0.141, spread: 0.06),
    Bone(name: "upperTrunk", proximal: .spine, distal: .centerShoulder, ratio: 0.141, spread: 0.06),
    Bone(name: "neck", proximal: .centerShoulder, distal: .centerHead, ratio: 0.133, spread: 0.13),
    Bone(name: "head", proximal: .centerHead, distal: .topHead, ratio: 0.056, spread: 0.18),
    Bone(name: "upperArm", proximal: .leftShoulder, distal: .leftElbow, ratio: 0.156, spread: 0.06),
    Bone(name: "forearm", proximal: .leftElbow, distal: .leftWrist, ratio: 0.147, spread: 0.06),
    Bone(
      name: "upperArm", proximal: .rightShoulder, distal: .rightElbow, ratio: 0.156, spread: 0.06),
    Bone(name: "forearm", proximal: .rightElbow, distal: .rightWrist, ratio: 0.147, spread: 0.06),
    Bone(name: "thigh", proximal: .leftHip, distal: .leftKnee, ratio: 0.241, spread: 0.04),
    Bone(name: "shank", proximal: .leftKnee, distal: .leftAnkle, ratio: 0.249, spread: 0.04),
    Bone(name: "thigh", proximal: .rightHip, distal: .rightKnee, ratio: 0.241, spread: 0.04),
    Bone(name: "shank", proximal: .rightKnee, distal: .rightAnkle, ratio: 0.249, spread: 0.04),
    Bone(name: "hipWidth", proximal: .rightHip, distal: .leftHip, ratio: 0.115, spread: 0.13),
    Bone(
      name: "shoulderWidth", proximal: .rightShoulder, distal: .leftShoulder, ratio: 0.210,
      spread: 0.08),
  ]

  /// Height of the ankle's centre above the sole, as a fraction of stature (Winter 2009).
  public static let ankleHeightRatio = 0.039

  /// The body height that Vision assumes when nothing is known, in metres.
  public static let referenceHeight = 1.8

  /// The lengths of the bones in metres, by name, left and right averaged.
  public static func boneLengths(of positions: PerJoint<Vector3>) -> [(
    name: String, metres: Double
  )] {
    var order: [String] = []
    var sums: [String: (sum: Double, count: Double)] = [:]
    for bone in bones {
      let length = (positions[bone.proximal] - positions[bone.distal]).length
      if sums[bone.name] == nil { order.append(bone.name) }
      let (sum, count) = sums[bone.name] ?? (0, 0)
      sums[bone.name] = (sum + length, count + 1)
    }
    return order.map { name in (name, sums[name].map { $0.sum / $0.count } ?? 0) }
  }

  /// Stature in metres from the lengths of the bones, in any pose: shank + thigh + root → spine →
  /// centerShoulder → centerHead → topHead, left and right averaged, divided by 1 less the ankle's
  /// height ratio.
  public static func stature(of positions: PerJoint<Vector3>) -> Double {
    let chain: Set = ["shank", "thigh", "lowerTrunk", "upperTrunk", "neck", "head"]
    let sum = boneLengths(of: positions).filter { chain.contains($0.name) }
      .reduce(0) { $0 + $1.metres }
    return sum / (1 - ankleHeightRatio)
  }
}

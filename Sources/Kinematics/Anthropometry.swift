package import PoseGeometry

/// Proportions of the human body between the 17 joint centres, as fractions of stature.
///
/// The ratios are the lifter's prior: near the means of de Leva 1996 (J. Biomech. 29:1223), Drillis &
/// Contini 1966 as quoted by Winter 2009, and Human3.6M's seven skeletons, which `Bone.published`
/// lists, with our places of spine and head; the vertical chain and the ankle's height add up to 1.
package enum Anthropometry {
  /// A bone between two joints; left and right share their proportions.
  package struct Bone: Sendable {
    /// The bone's name in files; the same on both sides.
    package let name: String
    /// The joint nearer to the root.
    package let proximal: Joint
    /// The joint farther from the root.
    package let distal: Joint
    /// Length as a fraction of stature.
    package let ratio: Double
    /// One standard deviation of the length between people, as a fraction of the length.
    package let spread: Double
    /// The published ratios for it.
    package let published: [PublishedRatio]

    /// Whether sources place the ends differently, so that a length between theirs and ours is no
    /// wonder: the head's points, and the centres of hips and shoulders.
    package var isByConvention: Bool {
      ["neck", "head", "hipWidth", "shoulderWidth"].contains(name)
    }

    /// Whether its length changes as the arms rise: the shoulders go up with them by centimetres, and so
    /// does the middle between them, where trunk and neck meet.
    package var followsArms: Bool { ["upperTrunk", "neck", "shoulderWidth"].contains(name) }

    /// The name with its side, `left upperArm`; without one for a bone of the middle.
    package var sidedName: String {
      let side = ["left", "right"].first {
        distal.name.hasPrefix($0) && distal.mirrored != proximal
      }
      return side.map { "\($0) \(name)" } ?? name
    }
  }

  /// A segment's length as a source gives it.
  package struct PublishedRatio: Sendable, Equatable {
    /// Author and year, or whose skeleton it is.
    package let source: String
    /// Length as a fraction of stature.
    package let ratio: Double
  }

  private static func published(
    winter: Double? = nil, breadth: Double? = nil, deLeva: (men: Double, women: Double)? = nil,
    human36M: Double? = nil,
    vision: Double? = nil
  ) -> [PublishedRatio] {
    [
      ("Drillis & Contini 1966, in Winter 2009", winter),
      ("joint centres estimated from the body's breadth", breadth),
      ("de Leva 1996, men", deLeva?.men),
      ("de Leva 1996, women", deLeva?.women), ("Human3.6M, mean of 7 skeletons", human36M),
      ("Apple's Vision, its one skeleton", vision),
    ].compactMap { source, ratio in ratio.map { PublishedRatio(source: source, ratio: $0) } }
  }

  /// The bones, and the widths of hips and shoulders, which hold the skeleton together.
  ///
  /// Winter's hip and biacromial breadths (0.191, 0.259) are widths of the body, not distances of
  /// joint centres, and are not among them. Human3.6M's stature is not published; its bones are taken
  /// against ankle to top of the head, plus the ankle's height.
  package static let bones: [Bone] =
    [
      Bone(
        name: "lowerTrunk", proximal: .root, distal: .spine, ratio: 0.141, spread: 0.06,
        published: published(human36M: 0.144)),
      Bone(
        name: "upperTrunk", proximal: .spine, distal: .centerShoulder, ratio: 0.141, spread: 0.06,
        published: published(human36M: 0.149)),
      Bone(
        name: "neck", proximal: .centerShoulder, distal: .centerHead, ratio: 0.133, spread: 0.13,
        published: published(human36M: 0.068)),
      Bone(
        name: "head", proximal: .centerHead, distal: .topHead, ratio: 0.056, spread: 0.18,
        published: published(human36M: 0.067)),
    ]
    + sides(
      "upperArm", .leftShoulder, .leftElbow, 0.156, 0.06,
      published(winter: 0.186, deLeva: (0.162, 0.1585), human36M: 0.167, vision: 0.1758))
    + sides(
      "forearm", .leftElbow, .leftWrist, 0.147, 0.06,
      published(winter: 0.146, deLeva: (0.1545, 0.152), human36M: 0.146, vision: 0.1375))
    + sides(
      "thigh", .leftHip, .leftKnee, 0.241, 0.04,
      published(winter: 0.245, deLeva: (0.2425, 0.212), human36M: 0.267, vision: 0.2614))
    + sides(
      "shank", .leftKnee, .leftAnkle, 0.249, 0.04,
      published(winter: 0.246, deLeva: (0.249, 0.249), human36M: 0.265, vision: 0.2694))
    + [
      Bone(
        name: "hipWidth", proximal: .rightHip, distal: .leftHip, ratio: 0.115, spread: 0.13,
        published: published(breadth: 0.098, human36M: 0.158, vision: 0.1738)),
      Bone(
        name: "shoulderWidth", proximal: .rightShoulder, distal: .leftShoulder, ratio: 0.210,
        spread: 0.08, published: published(breadth: 0.225, human36M: 0.184)),
    ]

  private static func sides(
    _ name: String, _ proximal: Joint, _ distal: Joint, _ ratio: Double, _ spread: Double,
    _ published: [PublishedRatio]
  ) -> [Bone] {
    [(proximal, distal), (proximal.mirrored, distal.mirrored)].map {
      Bone(
        name: name, proximal: $0, distal: $1, ratio: ratio, spread: spread, published: published)
    }
  }

  /// Height of the ankle's centre above the sole, as a fraction of stature (Winter 2009).
  package static let ankleHeightRatio = 0.039

  /// The stature of adults, men and women together: its median in metres, and one standard deviation
  /// of its logarithm (NCD-RisC 2016, eLife 5:e13410: means of countries from 1.49 to 1.83 m).
  package static let adultStature = (median: 1.70, logSigma: 0.065)

  /// The body height that Vision assumes when nothing is known, in metres.
  package static let referenceHeight = 1.8

  /// One standard deviation of the reference: the root mean square distance of adults' statures from
  /// it, to a centimetre.
  package static let referenceHeightSigma = 0.15

  /// The lengths of the bones in metres, by name, left and right averaged.
  package static func boneLengths(of positions: PerJoint<Vector3>) -> [(
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
  package static func stature(of positions: PerJoint<Vector3>) -> Double {
    chain.reduce(0) { $0 + $1.weight * (positions[$1.distal] - positions[$1.proximal]).length }
  }

  /// The standard deviation of a skeleton's stature in metres, to first order, from the joints'
  /// covariances and what their errors have in common; `nil` where they are unknown.
  package static func statureSigma(of skeleton: Skeleton) -> Double? {
    var slopes = PerJoint(repeating: Vector3.zero)
    for (proximal, distal, weight) in chain {
      let span = skeleton.positions[distal] - skeleton.positions[proximal]
      guard let along = span.normalized else { continue }
      slopes[distal] += along * weight
      slopes[proximal] -= along * weight
    }
    return sigma(of: skeleton, slopes)
  }

  /// The standard deviation of the length of each of `bones` in metres, to first order, from the joints'
  /// covariances and what their errors have in common; `nil` where they are unknown. A bone without a
  /// direction is as unsure as along the three axes together.
  package static func boneSigmas(of skeleton: Skeleton) -> [Double]? {
    var sigmas: [Double] = []
    for bone in bones {
      let span = skeleton.positions[bone.distal] - skeleton.positions[bone.proximal]
      var slopes = PerJoint(repeating: Vector3.zero)
      let along = span.normalized ?? Vector3(repeating: 1)
      slopes[bone.distal] = along
      slopes[bone.proximal] -= along
      guard let sigma = sigma(of: skeleton, slopes) else { return nil }
      sigmas.append(sigma)
    }
    return sigmas
  }

  /// The standard deviation of what changes with the joints by these slopes.
  private static func sigma(of skeleton: Skeleton, _ slopes: PerJoint<Vector3>) -> Double? {
    guard let covariances = skeleton.covariances else { return nil }
    var slopes = slopes
    for joint in Joint.allCases {
      guard let sources = skeleton.means[joint] else { continue }
      let slope = slopes[joint]
      slopes[joint] = .zero
      for source in Joint.allCases { slopes[source] += slope * (sources[source] ?? 0) }
    }
    let shares = Joint.allCases.filter { slopes[$0] != .zero }.map { joint in
      (joint.rawValue, covariances[joint].squareRoot * slopes[joint])
    }
    let variance = shares.reduce(0) { sum, one in
      shares.reduce(sum) { $0 + skeleton.correlation[one.0, $1.0] * one.1.dot($1.1) }
    }
    return max(variance, 0).squareRoot()
  }

  /// The bones that add up to the stature, each with its share.
  private static let chain: [(proximal: Joint, distal: Joint, weight: Double)] = {
    let names: Set = ["shank", "thigh", "lowerTrunk", "upperTrunk", "neck", "head"]
    return bones.filter { names.contains($0.name) }.map { bone in
      let share = bone.proximal.mirrored == bone.proximal && bone.distal.mirrored == bone.distal
      return (bone.proximal, bone.distal, (share ? 1 : 0.5) / (1 - ankleHeightRatio))
    }
  }()
}

/// A part of the body that moves as one. The raw value is its name in files and lists.
public enum BodySegment: String, CaseIterable, Sendable {
  case pelvis, thorax, head
  case leftUpperArm, leftForearm, rightUpperArm, rightForearm
  case leftThigh, leftShank, rightThigh, rightShank
  /// Only where foot points are known; 17 joints have no foot.
  case leftFoot, rightFoot

  /// The joint whose transform carries the segment's frame; `nil` for the feet, which have none.
  public var joint: Joint? {
    switch self {
    case .pelvis: .root
    case .thorax: .spine
    case .head: .centerHead
    case .leftUpperArm: .leftShoulder
    case .leftForearm: .leftElbow
    case .rightUpperArm: .rightShoulder
    case .rightForearm: .rightElbow
    case .leftThigh: .leftHip
    case .leftShank: .leftKnee
    case .rightThigh: .rightHip
    case .rightShank: .rightKnee
    case .leftFoot, .rightFoot: nil
    }
  }

  /// The same segment on the other side of the body; itself for one of the middle.
  public var mirrored: BodySegment {
    switch self {
    case .pelvis, .thorax, .head: self
    case .leftUpperArm: .rightUpperArm
    case .leftForearm: .rightForearm
    case .rightUpperArm: .leftUpperArm
    case .rightForearm: .leftForearm
    case .leftThigh: .rightThigh
    case .leftShank: .rightShank
    case .rightThigh: .leftThigh
    case .rightShank: .leftShank
    case .leftFoot: .rightFoot
    case .rightFoot: .leftFoot
    }
  }
}

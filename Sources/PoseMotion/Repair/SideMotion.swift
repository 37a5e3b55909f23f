import Foundation
import PoseGeometry
import Kinematics

/// The cost of a frame's labelling after those of the two frames before it: the distance of every
/// joint from its expected position.
struct SideMotion {
  /// The costs for the variants of a frame's limb: of the frame before, of this one, and, fastest, of
  /// the first.
  let legs: [Double]
  /// Those of the arms.
  let arms: [Double]
  /// Those of the middle, of two variants.
  let middle: [Double]

  /// The costs of a frame after up to two others.
  init(
    _ history: [(candidates: SideCandidates, time: Double)],
    _ now: (candidates: SideCandidates, time: Double), spreads: MotionSpreads,
    isInCameraFrame: Bool
  ) {
    let most = Vector3(.infinity, .infinity, isInCameraFrame ? Self.mostInDepth : .infinity)
    let times = history.map(\.time) + [now.time]
    func costs(
      _ joints: [Joint], _ variants: Int, _ places: (SideCandidates) -> [Vector3]
    ) -> [Double] {
      Self.costs(
        (history + [now]).map { places($0.candidates) }, variants: variants, times: times,
        weights: joints.map { spreads.weights(of: $0, times: times) }, most: most)
    }
    legs = costs(LimbPair.legs.joints, SideCandidates.variants, \.legs)
    arms = costs(LimbPair.arms.joints, SideCandidates.variants, \.arms)
    middle = costs(SideCandidates.middle, 2, \.middle)
  }

  /// The weight of a joint's misfit. It is less than the 3.5 of a Student t with 4 degrees of
  /// freedom in space, since the joints of a frame err together.
  private static let weight = 1.5

  /// The most that a misfit in depth counts in a camera's frame: three standard deviations, squared. A lifter that is
  /// given swapped limbs puts them into other depths, too, so that no labelling fits; the image still tells them apart.
  /// With it, the arms of a real tennis player are put right in all seven frames in which they are swapped, without it in
  /// none. Of 53 sequences of rendered images, 15 a second, one comes out better and none worse.
  private static let mostInDepth = 9.0

  /// The cost of a joint that errs by one standard deviation along each axis.
  private static let common = weight * log(1 + 3.0 / 4)

  /// The negative logarithm of a Student t with 4 degrees of freedom, summed over the joints: one
  /// logarithm of their product. Of a frame that no labelling makes fit, less: it tells little of any.
  private static func costs(
    _ places: [[Vector3]], variants: Int, times: [Double], weights: [Vector3],
    most: Vector3
  ) -> [Double] {
    var costs = [Double](repeating: 0, count: variants * variants * variants)
    guard places.count > 1, let now = places.last else { return costs }
    let (size, last, first) = (weights.count, places[places.count - 2], places[0])
    let (ratio, firsts) = (MotionSpreads.ratio(times), places.count > 2 ? variants : 1)
    var expected = [Vector3](repeating: .zero, count: size)
    for before in 0..<variants {
      for earlier in 0..<firsts {
        for joint in 0..<size {
          let here = last[before * size + joint]
          expected[joint] = here + (here - first[earlier * size + joint]) * ratio
        }
        for label in 0..<variants {
          let product = now.withUnsafeBufferPointer { now in
            (0..<size).reduce(1) { product, joint in
              let off = now[label * size + joint] - expected[joint]
              return product * (1 + pointwiseMin(off * off * weights[joint], most).sum() / 4)
            }
          }
          costs[(before * variants + label) * variants + earlier] = weight * log(product)
        }
      }
    }
    // With one frame before, whatever was before that makes no difference.
    for target in stride(from: 0, to: costs.count, by: variants) where firsts == 1 {
      for earlier in 1..<variants { costs[target + earlier] = costs[target] }
    }
    let trust = min(1, 2 * common * Double(size) / (costs.min() ?? 1))
    return trust < 1 ? costs.map { $0 * trust * trust } : costs
  }

  /// The labelling two frames ago that makes two others cheapest, and the cost of that.
  ///
  /// - Parameter costs: of the labellings of the two frames before, the later one fastest.
  func cheapest(_ costs: [Double], before: Int, label: Int) -> (cost: Double, first: Int) {
    let (last, now) = (Self.places[before], Self.places[label])
    let variants = SideCandidates.variants
    let leg = (last.legs * variants + now.legs) * variants
    let arm = (last.arms * variants + now.arms) * variants
    let trunk = (last.middle * 2 + now.middle) * 2
    var best = (cost: Double.infinity, first: 0)
    for (first, place) in Self.places.enumerated() {
      let cost =
        costs[first * Self.places.count + before] + legs[leg + place.legs] + arms[arm + place.arms]
        + middle[trunk + place.middle]
      if cost < best.cost { best = (cost, first) }
    }
    return best
  }

  /// The variants of each labelling's parts.
  private static let places = SideLabeling.all.map { labeling in
    (
      legs: SideCandidates.variant(labeling.legs, isFlipped: labeling.isFlipped),
      arms: SideCandidates.variant(labeling.arms, isFlipped: labeling.isFlipped),
      middle: labeling.isFlipped ? 1 : 0
    )
  }
}

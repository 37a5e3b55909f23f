@testable import PoseDetection

extension BodyLandmarks {
  /// A plain figure: all points on a vertical line, those of the trunk where they are wanted, and
  /// the circle around the body with the trunk's length as half its radius.
  static func standing(
    x: Double, shoulders: Double, hips: Double, presence: Double = 1
  ) -> BodyLandmarks {
    let trunk = hips - shoulders
    let heights = names.indices.map { index in
      switch index {
      case ..<11: shoulders - trunk / 2
      case ..<13: shoulders
      case ..<23: shoulders + trunk / 2
      case ..<25: hips
      case ..<27: hips + trunk
      default: hips + 2 * trunk
      }
    }
    let (middle, scalePoint) = (SIMD2(x, hips), SIMD2(x, hips - 2 * trunk))
    return BodyLandmarks(
      presence: presence,
      points: heights.map { Point(position: SIMD2(x, $0), visibility: 1, presence: 1) },
      world: heights.map { _ in .zero },
      region: SquareRegion(hips: middle, scalePoint: scalePoint), hips: middle,
      scalePoint: scalePoint)
  }
}

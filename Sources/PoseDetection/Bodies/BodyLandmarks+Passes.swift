internal import PoseGeometry
internal import Pose3D

extension BodyLandmarks {
  /// The consensus of several inference passes over one person, the first pass first.
  ///
  /// The inference passes vote on the sides. A pass that has the body flipped against more than
  /// half of the others is left out; if that leaves none, the first counts alone. Points and world
  /// landmarks are the geometric medians of the remaining passes. Visibility, and presence of the
  /// points and of the person, are means. The square, and the points that frame the body, stay
  /// those of the first pass, which decides where people are.
  ///
  /// A point's sigma is √(Σd² / (2(n − 1))), d being the n passes' distances from the average in
  /// pixels: along each of the two axes, the spread of the single passes and not of their average;
  /// n − 1 instead of n because the average is of the same passes. `nil` where one pass counts.
  init(averaging passes: [BodyLandmarks]) {
    precondition(!passes.isEmpty, "there is no inference pass")
    self = passes[0]
    guard passes.count > 1 else { return }
    let passes = Self.agreeing(passes)
    presence = Self.mean(passes.map(\.presence))
    points = points.indices.map { index in Self.average(passes.map { $0.points[index] }) }
    world = world.indices.map { index in
      passes.map { $0.world[index] }.geometricMedian(resolution: 1e-6)
    }
  }

  /// Those of several passes that have left and right where most have them.
  private static func agreeing(_ passes: [BodyLandmarks]) -> [BodyLandmarks] {
    let agreeing = passes.filter { pass in
      2 * passes.count(where: pass.isTurnedRound) <= passes.count - 1
    }
    return agreeing.isEmpty ? [passes[0]] : agreeing
  }

  /// Whether this pass has the body flipped: with its sides swapped its points are nearer to the
  /// other's.
  private func isTurnedRound(against other: BodyLandmarks) -> Bool {
    withSidesSwapped.meanDistance(to: other) < meanDistance(to: other)
  }

  private static func average(_ points: [Point]) -> Point {
    let positions = points.map(\.position)
    let median = positions.geometricMedian(resolution: 1e-3)
    let squares = positions.reduce(0) { sum, position in
      sum + ((position - median) * (position - median)).sum()
    }
    return Point(
      position: median, visibility: mean(points.map(\.visibility)),
      presence: mean(points.map(\.presence)),
      sigma: points.count > 1 ? (squares / Double(2 * (points.count - 1))).squareRoot() : nil)
  }

  private static func mean(_ values: [Double]) -> Double {
    // Differences from the first, so that equal values give exactly that value.
    values[0] + values.reduce(0) { $0 + ($1 - values[0]) } / Double(values.count)
  }
}

extension BodyLandmarks {
  /// The place of each point's counterpart on the other side.
  private static let counterparts = names.map { index(of: $0.mirrored) }

  /// The same places under the names of the other side.
  private var withSidesSwapped: BodyLandmarks {
    var landmarks = self
    landmarks.points = Self.counterparts.map { points[$0] }
    landmarks.world = Self.counterparts.map { world[$0] }
    return landmarks
  }

  /// Landmarks that were seen in a mirrored image, in the image itself: places mirrored back, left
  /// and right swapped, the x of the world landmarks negated.
  ///
  /// - Parameter width: the picture's width in pixels.
  func mirrored(inWidth width: Int) -> BodyLandmarks {
    var landmarks = withSidesSwapped
    for index in landmarks.points.indices {
      landmarks.points[index].position = points[Self.counterparts[index]].position
        .mirrored(inWidth: width)
      landmarks.world[index].x.negate()
    }
    landmarks.region = region.mirrored(inWidth: width)
    landmarks.hips = hips.mirrored(inWidth: width)
    landmarks.scalePoint = scalePoint.mirrored(inWidth: width)
    return landmarks
  }
}

internal import Pose3D
internal import PoseGeometry
internal import PoseImaging

/// The output of BlazePose's landmark model for one person.
struct BodyLandmarks: Codable, Equatable {
  /// A point in the picture.
  struct Point: Codable, Equatable {
    /// Pixels from the centre of the top-left pixel.
    var position: SIMD2<Double>
    /// 0…1, whether it can be seen; of the heavy model, the square root of its output.
    var visibility: Double
    /// 0…1, whether it is inside the picture.
    var presence: Double
    /// Pixels, one standard deviation along each axis of the spread between several passes; `nil` when
    /// there was one.
    var sigma: Double?

    /// Whether the point lies within an image of this size.
    func isWithin(_ width: Int, _ height: Int) -> Bool {
      let corner = position + 0.5
      return corner.x >= 0 && corner.y >= 0 && corner.x < Double(width) && corner.y < Double(height)
    }
  }

  /// 0…1, whether there is a person at all.
  var presence: Double
  /// The body's points in the order of `names`.
  var points: [Point]
  /// The body's points in metres, origin mid-hips, x right, y down, z away from the camera.
  var world: [Vector3]
  /// The square of the picture that they were seen in.
  var region: SquareRegion
  /// The middle of the hips in pixels, a point of its own.
  var hips: SIMD2<Double>
  /// The point on the circle around the body, in pixels.
  var scalePoint: SIMD2<Double>

  /// The 33 points of the body, in MediaPipe's order (`PoseLandmark`). MediaPipe's foot index is
  /// the big toe, its mouth's left is the person's.
  static let names = KeypointLayout.mediapipe.points.compactMap { $0 }

  private static let shoulders = (left: index(of: .leftShoulder), right: index(of: .rightShoulder))
  private static let hips = (left: index(of: .leftHip), right: index(of: .rightHip))
  static let trunk = [shoulders.left, shoulders.right, hips.left, hips.right]
  static let limbs = [
    Keypoint.leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftKnee, .rightKnee, .leftAnkle,
    .rightAnkle,
  ].map(index)

  static func index(of keypoint: Keypoint) -> Int {
    guard let index = names.firstIndex(of: keypoint) else {
      preconditionFailure("\(keypoint) is none of MediaPipe's points")
    }
    return index
  }
}

extension BodyLandmarks {
  /// The position of one of `names`, in pixels.
  func position(of keypoint: Keypoint) -> SIMD2<Double> {
    points[Self.index(of: keypoint)].position
  }

  /// The rectangle around the body's points, in pixels.
  var box: BoundingBox {
    // There are always 33 points.
    BoundingBox(around: points.lazy.map(\.position))!
  }

  /// The area in square pixels of the rectangle around the points that can be seen in an image of this size.
  func visibleArea(inPicture width: Int, _ height: Int) -> Double {
    let visible = points.filter { $0.isWithin(width, height) && $0.visibility > 0.5 }
    return BoundingBox(around: visible.map(\.position))?.area ?? 0
  }

  /// The larger extent of that rectangle.
  var extent: Double { max(box.width, box.height) }

  /// The share of the points within an image of this size that can be seen; 0 if there is none.
  func visibleShare(inPicture width: Int, _ height: Int) -> Double {
    let visibilities = visibilities(of: Array(points.indices), inPicture: width, height)
    return visibilities.isEmpty
      ? 0 : Double(visibilities.count { $0 > 0.5 }) / Double(visibilities.count)
  }

  /// The median spread of the points between several passes, as a share of the extent; `nil` for one pass.
  var spread: Double? {
    points.compactMap(\.sigma).median.map { $0 / extent }
  }

  /// The visibility, 0…1, of the most visible elbow, wrist, knee or ankle within an image of this size; 1 if
  /// fewer than three of them are within it, as in a portrait.
  ///
  /// Hands, shoes, animals and dresses that the model takes for a person have a face and a trunk, but no
  /// limb: 22 of 72 such detections in 60 images are below 0.5, and 2 of 50 in images of people, one
  /// of them a man behind a table.
  func limbVisibility(inPicture width: Int, _ height: Int) -> Double {
    let visibilities = visibilities(of: Self.limbs, inPicture: width, height)
    return visibilities.count < 3 ? 1 : visibilities.reduce(0, max)
  }

  /// The number of elbows, wrists, knees and ankles that can be seen in an image of this size.
  func visibleLimbs(inPicture width: Int, _ height: Int) -> Int {
    visibilities(of: Self.limbs, inPicture: width, height).count { $0 > 0.5 }
  }

  /// Whether fewer than four of shoulders, elbows, wrists, hips, knees and ankles are visible in an image of
  /// this size.
  func isHardlyVisible(inPicture width: Int, _ height: Int) -> Bool {
    visibilities(of: Self.limbs + Self.trunk, inPicture: width, height).count { $0 > 0.5 } < 4
  }

  /// The median distance of the points of trunk and limbs, as a share of the extent, from which on a person is
  /// elsewhere: no person goes so far in 0.03 s, and in 0.1 s only in a jump.
  private static let elsewhere = 0.25

  /// Whether the points are farther from those of one image before than a person can move.
  func isElsewhere(than other: BodyLandmarks) -> Bool {
    let moved = (Self.trunk + Self.limbs).map {
      points[$0].position.distance(to: other.points[$0].position)
    }
    return (moved.median ?? 0) > Self.elsewhere * other.extent
  }

  /// The visibilities of those of some points that are within an image of this size.
  private func visibilities(of points: [Int], inPicture width: Int, _ height: Int) -> [Double] {
    points.map { self.points[$0] }.filter { $0.isWithin(width, height) }.map(\.visibility)
  }

  /// The confidence in the person, 0…1: the presence, times the visibility of the most visible limb.
  func confidence(inPicture width: Int, _ height: Int) -> Double {
    presence * limbVisibility(inPicture: width, height)
  }

  /// The middle of the shoulders and that of the hips in pixels, which stay when left and right are
  /// taken for each other.
  var trunk: (shoulders: SIMD2<Double>, hips: SIMD2<Double>) {
    func middle(_ sides: (left: Int, right: Int)) -> SIMD2<Double> {
      (points[sides.left].position + points[sides.right].position) / 2
    }
    return (middle(Self.shoulders), middle(Self.hips))
  }

  /// The square in which these landmarks would be looked for next: MediaPipe's rule.
  var nextRegion: SquareRegion { SquareRegion(hips: hips, scalePoint: scalePoint) }

  /// The misalignment of the landmarks with the square that was searched. It is the mean distance
  /// of the two points that frame the body from their positions by that square, as a share of its
  /// side. Small when a person was met squarely, larger when the square held half of two people.
  var cropMisalignment: Double {
    let head = region.turned(SIMD2(0, -0.5 / SquareRegion.enlargement)) * region.side
    return (hips.distance(to: region.center) + scalePoint.distance(to: region.center + head))
      / (2 * region.side)
  }

  /// The mean distance of the points from those of other landmarks, in pixels.
  func meanDistance(to other: BodyLandmarks) -> Double {
    let total = zip(points, other.points).reduce(0) { sum, pair in
      sum + pair.0.position.distance(to: pair.1.position)
    }
    return total / Double(points.count)
  }

  /// Whether two findings are the same person: their points are on average closer than 0.15 of the
  /// larger one's extent, or their trunks closer than 0.12 (about 20 cm), whatever the model made
  /// of the limbs. Two people side by side are half an extent apart.
  func isSamePerson(as other: BodyLandmarks) -> Bool {
    let extent = max(extent, other.extent)
    let (one, two) = (trunk, other.trunk)
    return meanDistance(to: other) < 0.15 * extent
      || max(one.shoulders.distance(to: two.shoulders), one.hips.distance(to: two.hips))
        < 0.12 * extent
  }

  /// The pose in the form that the rest of the program reads.
  func pose(in width: Int, _ height: Int, id: Int? = nil) -> Pose2D {
    let named = zip(Self.names, points).map { name, point in
      (
        name,
        Pose2D.Point(
          x: point.position.x, y: point.position.y, confidence: point.visibility,
          presence: point.presence, sigma: point.sigma)
      )
    }
    return Pose2D(
      points: Dictionary(uniqueKeysWithValues: named), imageWidth: width, imageHeight: height,
      confidence: confidence(inPicture: width, height), id: id,
      worldLandmarks: Dictionary(uniqueKeysWithValues: zip(Self.names, world)),
      convention: .blazePose)
  }
}

extension BodyLandmarks {
  /// The distance of the trunk from the camera in metres, the median of three places along its
  /// middle; `nil` if the map has no values there.
  ///
  /// - Parameters:
  ///   - depth: a map of the same view, at any resolution.
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height.
  func trunkDepth(in depth: DepthMap, ofPicture width: Int, _ height: Int) -> Double? {
    let scale =
      SIMD2(Double(depth.width), Double(depth.height)) / SIMD2(Double(width), Double(height))
    // About 4 cm to each side: less than the trunk of a child.
    let reach = (0.02 * region.side * scale.x).rounded()
    guard reach.isFinite else { return nil }
    var window = DepthWindow(radius: Int(min(max(reach, 1), 64)))
    window.minimumConfidence = .high
    let (shoulders, hips) = trunk
    let readings = [hips, (hips + shoulders) / 2, shoulders]
      .compactMap { depth.sample(at: ($0 + 0.5) * scale - 0.5, window: window).depth }
    return readings.median
  }
}

extension [BodyLandmarks] {
  /// The order of prominence, as indices: the nearest first, people of whom hardly anything is visible last.
  ///
  /// By depth if there is a map that has a reading at a trunk. For one camera a person's distance
  /// times the diameter of the circle around them is about the same for all people, so that a
  /// person without a reading is ranked by size. Without any reading the largest circle is first.
  func prominence(depth: DepthMap?, inPicture width: Int, _ height: Int) -> [Int] {
    let measured = map { person in
      depth.flatMap { person.trunkDepth(in: $0, ofPicture: width, height) }
    }
    let products = zip(self, measured)
      .compactMap { person, distance in distance.map { $0 * person.region.side } }
    let product = products.median ?? 1
    let distances = zip(self, measured).map { $1 ?? product / $0.region.side }
    let ranks = map { $0.isHardlyVisible(inPicture: width, height) ? 1 : 0 }
    return indices.sorted { (ranks[$0], distances[$0], $0) < (ranks[$1], distances[$1], $1) }
  }
}

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
  var withSidesSwapped: BodyLandmarks {
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

extension Array where Element: SIMD, Element.Scalar == Double {
  /// The point with the least sum of distances to these, which one of them that is far off hardly
  /// moves: Weiszfeld's algorithm (Tôhoku Mathematical Journal 43, 1937) from the mean, always the
  /// same number of steps. Of two points it is their middle.
  ///
  /// - Parameter resolution: distances well below it count as this one, so that a point may be the
  ///   median; in the points' unit.
  func geometricMedian(resolution: Double) -> Element {
    guard let first else { preconditionFailure("no points have no median") }
    // Sums of differences, so that equal points give exactly that point.
    var median = first + reduce(Element.zero) { $0 + ($1 - first) } / Double(count)
    guard count > 2 else { return median }
    for _ in 0..<weiszfeldSteps {
      var (step, total) = (Element.zero, 0.0)
      for point in self {
        let offset = point - median
        let weight = 1 / ((offset * offset).sum() + resolution * resolution).squareRoot()
        step += offset * weight
        total += weight
      }
      median += step / total
    }
    return median
  }
}

/// Of three points about 10 pixels apart, 99 in 100 medians are then right to 0.05 pixel, the
/// others, with an angle near 120°, to 0.2.
private let weiszfeldSteps = 100

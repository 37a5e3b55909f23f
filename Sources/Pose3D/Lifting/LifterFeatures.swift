internal import PoseSystem
internal import PoseGeometry
internal import Kinematics

/// The numbers that the lifting network reads, and the virtual camera in which they are expressed:
/// one that looks along the mean ray of the keypoints, so that a person is seen alike wherever they
/// stand in the picture.
///
/// In this order: the 22 keypoints' places over their spread (44), their confidence (22), the
/// logarithm of the spread, whether the camera is known, how exact the keypoints are, whether they
/// are BlazePose's, whether there are world landmarks, these (63), gravity (3), whether there is
/// depth, the logarithm of the spread in metres, the readings relative to the torso's over that
/// spread, their validity and spread (32 each), the readings on circles relative to their middles'
/// (312), whether there were several inference passes, how far apart they put the keypoints (22).
struct LifterFeatures {
  /// Count of the numbers.
  static let count = mirrorImage.count

  private(set) var values: [Float]
  let virtualFromCamera: Rotation

  init(_ input: LifterInput, depth: DepthReadings? = nil) {
    let directions = input.rays.map { Vector3($0.x, $0.y, 1) }.map { $0 / $0.length }
    var mean = Vector3.zero
    for (direction, present) in zip(directions, input.isPresent) where present { mean += direction }
    let virtualFromCamera = Self.looking(along: mean)
    self.virtualFromCamera = virtualFromCamera

    let points = directions.map { direction -> SIMD2<Double> in
      let v = virtualFromCamera * direction
      return SIMD2(v.x, v.y) / max(v.z, 0.1)
    }
    let scale = LifterInput.spread(of: points, present: input.isPresent) + 1e-6

    values = []
    values.reserveCapacity(Self.count)
    for (point, present) in zip(points, input.isPresent) {
      append(present ? point.x / scale : 0)
      append(present ? point.y / scale : 0)
    }
    for (confidence, present) in zip(input.confidence, input.isPresent) {
      append(present ? confidence : 0)
    }
    append(log(scale) + 1.5)
    append(input.hasKnownCamera ? 1 : 0)
    append(log(max(0.002, min(input.keypointSigma, 0.1)) / 0.01))
    append(input.isBlazePose ? 1 : 0)
    append(input.worldLandmarks == nil ? 0 : 1)
    for index in LifterInput.worldKeypoints {
      let p = input.worldLandmarks?[index] ?? .zero
      for axis in 0..<3 { append(p[axis]) }
    }
    let gravity = input.gravity.map { virtualFromCamera * $0 } ?? .zero
    for axis in 0..<3 { append(gravity[axis]) }
    appendDepth(depth, scale: scale)
    appendPasses(input)
    precondition(values.count == Self.count, "\(values.count) features")
  }

  private mutating func append(_ value: Double) { values.append(Float(value)) }

  private mutating func appendDepth(_ readings: DepthReadings?, scale: Double) {
    // The virtual camera's optical axis in the camera's frame: depths along it are comparable.
    let axis = virtualFromCamera.inverse * Vector3(0, 0, 1)
    let along = { (ray: SIMD2<Double>, depth: Double) in
      depth * (axis.x * ray.x + axis.y * ray.y + axis.z)
    }
    let depths = readings.map { readings in
      zip(readings.rays, readings.depths).map { ray, depth in depth.map { along(ray, $0) } }
    }
    let torso = depths.flatMap { depths in
      DepthReadings.torso.compactMap { depths[$0] }.median
    }
    guard let readings, let depths, let torso, torso > 0 else {
      values += [Float](repeating: 0, count: Self.depthCount)
      return
    }
    let metric = scale * torso
    let clipped = { (value: Double, limit: Double) in max(-limit, min(limit, value)) }
    append(1)
    append(log(metric) + 0.8)
    for depth in depths { append(depth.map { clipped(($0 - torso) / metric, 2) } ?? 0) }
    for depth in depths { append(depth == nil ? 0 : 1) }
    for (depth, spread) in zip(depths, readings.spreads) {
      append(depth == nil ? 0 : min(max(spread / metric * 4, 0), 1))
    }
    for (index, place) in DepthReadings.crosses.enumerated() {
      for step in DepthReadings.steps.indices {
        let number = DepthReadings.steps.count * index + step
        let ray = readings.crossRays[number]
        guard let center = depths[place], let depth = readings.crossDepths[number] else {
          append(0)
          continue
        }
        append(clipped((along(ray, depth) - center) / metric, 0.5))
      }
    }
  }

  /// Passes that put a keypoint nearer together than this are taken for as near, and farther apart
  /// than that for as far, as fractions of the body's size in the picture.
  private static let apart = 0.001...0.2

  private mutating func appendPasses(_ input: LifterInput) {
    append(input.spreads == nil ? 0 : 1)
    for (index, present) in input.isPresent.enumerated() {
      guard present, let spreads = input.spreads else {
        append(0)
        continue
      }
      let spread = spreads[index] / input.bodySize
      append(log(max(Self.apart.lowerBound, min(spread, Self.apart.upperBound)) / 0.005))
    }
  }

  /// The features of the mirrored image with left and right swapped.
  var mirrored: [Float] { Self.mirrorImage.map { $0.sign * values[$0.source] } }

  /// The feature that takes each feature's place when left and right are swapped, and its sign
  /// then.
  private static let mirrorImage: [(source: Int, sign: Float)] = {
    var image: [(source: Int, sign: Float)] = []
    for block in blocks {
      let first = image.count
      for source in block.images {
        for (part, sign) in block.signs.enumerated() {
          image.append((first + source * block.signs.count + part, sign))
        }
      }
    }
    return image
  }()

  /// Items of one kind that follow one another, each as many numbers as there are signs.
  private struct Block {
    /// The mirror image of each item.
    let images: [Int]
    /// The signs that an item's numbers have in the mirrored picture.
    let signs: [Float]

    init(_ images: [Int], signs: [Float] = [1]) {
      self.images = images
      self.signs = signs
    }

    /// Numbers that the mirrored picture has too.
    init(unchanged count: Int) { self.init(Array(0..<count)) }
  }

  /// The number of depth features.
  private static let depthCount = depthBlocks.reduce(0) { $0 + $1.images.count * $1.signs.count }

  /// The features in their order.
  private static let blocks =
    [
      // The keypoints' places over their spread, and their confidence.
      Block(LifterInput.mirrorImages, signs: [-1, 1]),
      Block(LifterInput.mirrorImages),
      // The spread's logarithm, known camera, exactness, BlazePose, world landmarks.
      Block(unchanged: 5),
      // World landmarks and gravity.
      Block(LifterInput.worldMirrorImages, signs: [-1, 1, 1]),
      Block([0], signs: [-1, 1, 1]),
    ] + depthBlocks + [
      // Whether there are several inference passes, and how far apart they put the keypoints.
      Block(unchanged: 1),
      Block(LifterInput.mirrorImages),
    ]

  private static let depthBlocks = [
    // Whether there is depth, and the spread's logarithm in metres.
    Block(unchanged: 2),
    // The readings, their validity and their spread.
    Block(DepthReadings.mirrorImages),
    Block(DepthReadings.mirrorImages),
    Block(DepthReadings.mirrorImages),
    Block(crossImages),
  ]

  /// The circles' numbers: each circle goes to its mirror image, its left to that one's right.
  private static let crossImages: [Int] = {
    let steps = DepthReadings.steps
    let turned = steps.mirrorImages { SIMD2(-$0.x, $0.y) }
    return DepthReadings.crossMirrorImages.flatMap { cross in
      turned.map { steps.count * cross + $0 }
    }
  }()

  /// The rotation of a camera that looks along a ray, its x axis kept level in the old camera.
  private static func looking(along ray: Vector3) -> Rotation {
    guard let z = ray.normalized, let x = Vector3(0, 1, 0).cross(z).normalized,
      let cameraFromVirtual = Rotation(nearestTo: x, z.cross(x), z)
    else { return .identity }
    return cameraFromVirtual.inverse
  }
}

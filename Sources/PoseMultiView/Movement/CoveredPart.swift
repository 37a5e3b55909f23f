internal import Kinematics
internal import Pose3D
internal import PoseImaging
internal import PoseGeometry

/// A part of an image that doesn't count as background.
struct CoveredPart: Sendable {
  /// In the image's pixels.
  private var low: SIMD2<Double>
  private var high: SIMD2<Double>
  /// Lines within the box, and how far around them the part reaches, in pixels; `nil` for the whole box.
  private var lines: [(from: SIMD2<Double>, to: SIMD2<Double>)]?
  private var reach = 0.0
  /// The pixels of a reduced image, row by row: what doesn't count in the box; `nil` for all.
  private var pixels: (factor: Double, width: Int, isCovered: [Bool])?

  /// The margin around a person's keypoints that is left out, as a share of their box's longer side; chosen.
  private static let margin = 0.2
  /// How far clothes, hair and what is held reach around a skeleton, in metres; chosen.
  private static let thickness = 0.17
  /// The grey level below which a bar at the image's border is black, and how far around it pixels are left out, as a share
  /// of the image's longer side; chosen.
  private static let bar = (level: 28, border: 0.012)

  /// The box of a person in the image, with a margin; `nil` without keypoints.
  init?(boxOf pose: Pose2D) {
    let places = pose.points.values.map { SIMD2($0.x, $0.y) }.filter {
      $0.x.isFinite && $0.y.isFinite
    }
    guard let first = places.first else { return nil }
    low = places.reduce(first) { pointwiseMin($0, $1) }
    high = places.reduce(first) { pointwiseMax($0, $1) }
    let border = SIMD2(repeating: Self.margin * max(high.x - low.x, high.y - low.y))
    (low, high) = (low - border, high + border)
  }

  /// What is near a skeleton; `nil` where it isn't before the camera.
  ///
  /// - Parameters:
  ///   - body: in the camera's frame.
  ///   - camera: at the size of the image.
  init?(outlineOf body: BodyEstimate, camera: Camera) {
    let positions = body.positions
    guard Joint.allCases.allSatisfy({ positions[$0].z > 0.1 }), positions[.root].z.isFinite else {
      return nil
    }
    var ends = Joint.allCases.compactMap { joint in
      joint.parent.map { (positions[joint], positions[$0]) }
    }
    ends += [
      (positions[.leftShoulder], positions[.leftHip]),
      (positions[.rightShoulder], positions[.rightHip]),
    ]
    for (foot, ankle) in [(body.leftFoot, Joint.leftAnkle), (body.rightFoot, .rightAnkle)] {
      guard let foot else { continue }
      ends += [(positions[ankle], foot.heel), (foot.heel, foot.toe)]
    }
    let lines = ends.compactMap { from, to in
      camera.pixel(of: from).flatMap { start in camera.pixel(of: to).map { (start, $0) } }
    }
    guard let first = lines.first?.0 else { return nil }
    let places = lines.flatMap { [$0.0, $0.1] }
    reach =
      Self.thickness * body.stature.metres / Anthropometry.referenceHeight
      * max(camera.fx, camera.fy) / positions[.root].z
    low = places.reduce(first) { pointwiseMin($0, $1) } - reach
    high = places.reduce(first) { pointwiseMax($0, $1) } + reach
    self.lines = lines.map { (from: $0.0, to: $0.1) }
  }

  /// The black bars at an image's borders, which a video of another shape was put between.
  static func bars(of image: ColorImage) -> [CoveredPart] {
    let (width, height) = (image.width, image.height)
    func isBlack(_ indices: some Sequence<Int>) -> Bool {
      indices.allSatisfy { pixel in
        let place = 3 * pixel
        return Int(image.pixels[place]) + Int(image.pixels[place + 1])
          + Int(image.pixels[place + 2]) < 3 * bar.level
      }
    }
    func row(_ y: Int) -> Bool {
      isBlack(stride(from: y * width, to: (y + 1) * width, by: 5))
    }
    func column(_ x: Int) -> Bool {
      isBlack(stride(from: x, to: width * height, by: 5 * width))
    }
    let (top, bottom) = (
      (0..<height).prefix(while: row).count, (0..<height).reversed().prefix(while: row).count
    )
    let (left, right) = (
      (0..<width).prefix(while: column).count, (0..<width).reversed().prefix(while: column).count
    )
    let border = bar.border * Double(max(width, height))
    let end = SIMD2(Double(width), Double(height))
    var parts: [CoveredPart] = []
    func add(_ low: SIMD2<Double>, _ high: SIMD2<Double>) {
      parts.append(CoveredPart(low: low - 1, high: high))
    }
    if top > 0 { add(.zero, SIMD2(end.x, Double(top) + border)) }
    if bottom > 0 { add(SIMD2(0, end.y - Double(bottom) - border), end) }
    if left > 0 { add(.zero, SIMD2(Double(left) + border, end.y)) }
    if right > 0 { add(SIMD2(end.x - Double(right) - border, 0), end) }
    return parts
  }

  private init(low: SIMD2<Double>, high: SIMD2<Double>) { (self.low, self.high) = (low, high) }

  /// Pixels of a reduced image.
  init(_ isCovered: [Bool], width: Int, factor: Int) {
    low = SIMD2(repeating: -0.5)
    high = SIMD2(Double(width), Double(isCovered.count / width)) * Double(factor) - 0.5
    pixels = (Double(factor), width, isCovered)
  }

  /// Whether a pixel is in the part.
  func contains(_ pixel: SIMD2<Double>) -> Bool {
    guard pixel.x > low.x, pixel.x < high.x, pixel.y > low.y, pixel.y < high.y else { return false }
    if let pixels {
      let place = (pixel + 0.5) / pixels.factor
      // Rounding may reach the end.
      let column = min(Int(place.x), pixels.width - 1)
      let index = Int(place.y) * pixels.width + column
      return index < pixels.isCovered.count && pixels.isCovered[index]
    }
    guard let lines else { return true }
    return lines.contains { line in
      let (way, offset) = (line.to - line.from, pixel - line.from)
      let square = (way * way).sum()
      let share = square > 0 ? min(max((way * offset).sum() / square, 0), 1) : 0
      let off = offset - way * share
      return (off * off).sum() < reach * reach
    }
  }
}

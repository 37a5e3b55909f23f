internal import PoseGeometry
package import PoseImaging
package import Pose3D

/// How far the background moves in the images of a camera, people left out: whether the camera stands still.
///
/// Images a second apart are compared, reduced to about 80 pixels. Where the earlier one has gradients, the difference of
/// the brightness over the gradient is the movement along it (Horn and Schunck 1981). Each of 16 parts of the image has
/// a median of these, and the median of the parts counts: what moves in the background is in few of them. Movements of
/// more than a few of these pixels come out too small, which is of no consequence here.
package struct BackgroundShift: Sendable {
  /// A reduced image, and where people are in it.
  private struct Moment: Sendable {
    var time: Double
    var image: Plane
    var covered: [CoveredPart]
  }

  private struct Plane: Sendable {
    var width: Int
    var height: Int
    /// Pixels of the image for each of its own.
    var factor: Int
    var values: [Double]
  }

  /// The brightness of a pixel in both images, and its gradient in the earlier one.
  private typealias Pixel = (before: Double, after: Double, gradient: Double)

  private var last: Moment?

  // Chosen:
  /// Pixels along the longer side of a reduced image.
  private static let longerSide = 80
  /// Seconds between two images that are compared, at least, and at most.
  private static let interval = 1.0...1.6
  /// The smallest gradient that counts, in grey levels per pixel.
  private static let minimumGradient: Double = 3
  /// By so much the brightness may change in a second.
  private static let gains = 0.75...1.33
  /// The fewest pixels of a part, and the fewest parts.
  private static let fewest = (pixels: 8, parts: 5)

  /// Nothing was seen yet.
  package init() {}

  /// Forgets what was seen: the next image is of another shot.
  package mutating func reset() { last = nil }

  /// The movement of the background since about a second before, as a share of the image's longer side; `nil` where
  /// there is nothing to compare with, or too little background with any texture.
  ///
  /// - Parameters:
  ///   - image: of the size of those before.
  ///   - time: in seconds.
  ///   - people: whose surroundings don't count, in the camera's frame.
  ///   - camera: at the size of the image.
  package mutating func add(
    _ image: ColorImage, at time: Double, people: [BodyEstimate], camera: Camera
  ) -> Double? {
    if let last, time - last.time < Self.interval.lowerBound { return nil }
    let now = Moment(
      time: time, image: Self.reduced(image),
      covered: people.compactMap { CoveredPart(outlineOf: $0, camera: camera) })
    defer { last = now }
    guard let before = last, time - before.time <= Self.interval.upperBound,
      before.image.width == now.image.width, before.image.height == now.image.height
    else { return nil }
    return Self.shift(from: before, to: now)
  }

  private static func shift(from before: Moment, to now: Moment) -> Double? {
    let (a, b) = (before.image, now.image)
    let covered = before.covered + now.covered
    func isCovered(_ x: Int, _ y: Int) -> Bool {
      let pixel = (SIMD2(Double(x), Double(y)) + 0.5) * Double(a.factor)
      return covered.contains { $0.contains(pixel) }
    }
    var movements: [Double] = []
    for part in 0..<16 {
      let rows = (part / 4 * a.height / 4)..<((part / 4 + 1) * a.height / 4)
      let columns = (part % 4 * a.width / 4)..<((part % 4 + 1) * a.width / 4)
      var pixels: [Pixel] = []
      for y in rows where y > 0 && y < a.height - 1 {
        for x in columns where x > 0 && x < a.width - 1 && !isCovered(x, y) {
          let place = y * a.width + x
          let right = (a.values[place + 1] - a.values[place - 1]) / 2
          let down = (a.values[place + a.width] - a.values[place - a.width]) / 2
          pixels.append(
            (a.values[place], b.values[place], (right * right + down * down).squareRoot()))
        }
      }
      guard let light = light(of: pixels) else { continue }
      let found = pixels.filter { $0.gradient > minimumGradient }.map {
        abs($0.after - light.offset - light.gain * $0.before) / $0.gradient
      }
      guard found.count >= fewest.pixels, let movement = found.median else { continue }
      movements.append(movement)
    }
    guard movements.count >= fewest.parts, let movement = movements.median else { return nil }
    return movement / Double(max(a.width, a.height))
  }

  /// The gain and the offset of the brightness that the light may have changed by; `nil` for no pixels.
  private static func light(of pixels: [Pixel]) -> (gain: Double, offset: Double)? {
    guard !pixels.isEmpty else { return nil }
    let count = Double(pixels.count)
    let before = pixels.reduce(0) { $0 + $1.before } / count
    let after = pixels.reduce(0) { $0 + $1.after } / count
    var (square, product) = (0.0, 0.0)
    for pixel in pixels {
      square += (pixel.before - before) * (pixel.before - before)
      product += (pixel.before - before) * (pixel.after - after)
    }
    // Where the background has moved, the two have little in common.
    let gain = square > 0 ? min(max(product / square, gains.lowerBound), gains.upperBound) : 1
    return pixels.map { $0.after - gain * $0.before }.median.map { (gain, $0) }
  }

  /// The means of squares of pixels; of large ones every second pixel of every second row.
  private static func reduced(_ image: ColorImage) -> Plane {
    let factor = max(1, max(image.width, image.height) / longerSide)
    let step = factor >= 8 ? 2 : 1
    let (width, height) = (image.width / factor, image.height / factor)
    var values: [Double] = []
    values.reserveCapacity(width * height)
    let count = (factor + step - 1) / step
    let scale = 1 / Double(4 * count * count)
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0
          for row in stride(from: y * factor, to: (y + 1) * factor, by: step) {
            var place = 3 * (row * image.width + x * factor)
            for _ in 0..<count {
              sum += Int(pixels[place]) + 2 * Int(pixels[place + 1]) + Int(pixels[place + 2])
              place += 3 * step
            }
          }
          values.append(Double(sum) * scale)
        }
      }
    }
    return Plane(width: width, height: height, factor: factor, values: values)
  }
}

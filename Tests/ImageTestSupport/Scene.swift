internal import PoseGeometry
package import PoseImaging

/// A place: soft patches of colour on a ground.
package struct Scene: Sendable {
  private var patches: [(x: Double, y: Double, size: Double, color: SIMD3<Double>)] = []

  package init(_ seed: UInt64) {
    var random = RandomNumbers(seed: seed + 1)
    // The pattern repeats itself beyond 288 pixels, so that a camera that swings always sees some of it.
    for _ in 0..<14 {
      patches.append(
        (
          random.uniform() * 288, random.uniform() * 81, 9 + 23 * random.uniform(),
          SIMD3(random.uniform(), random.uniform(), random.uniform()) * 300 - 150
        ))
    }
  }

  /// An image of the place.
  ///
  /// - Parameters:
  ///   - moved: the pixels by which the camera has turned.
  ///   - light: the factor on all values.
  ///   - figure: the left edge of a person in dark clothes; `nil` for none.
  ///   - noise: the seed of the noise; `nil` for none.
  package func image(
    width: Int = 144, height: Int = 81, moved: Double = 0, light: Double = 1,
    figure: Double? = nil, noise: UInt64? = nil
  ) -> ColorImage {
    var random = RandomNumbers(seed: noise ?? 0)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        var color = SIMD3<Double>(repeating: 120)
        for patch in patches {
          var away = (Double(x) + moved - patch.x).truncatingRemainder(dividingBy: 288)
          if away > 144 { away -= 288 } else if away < -144 { away += 288 }
          let down = Double(y) - patch.y
          let square = (away * away + down * down) / (patch.size * patch.size)
          if square < 1 { color += patch.color * (1 - square) }
        }
        if let figure, y > height / 4, (figure..<figure + 18).contains(Double(x)) {
          color = SIMD3(30, 30, 60)
        }
        color *= light
        if noise != nil { color += (random.uniform() - 0.5) * 30 }
        for channel in 0..<3 { pixels.append(UInt8(max(0, min(255, color[channel].rounded())))) }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }
}

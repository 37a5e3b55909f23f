package import PoseGeometry
package import PoseImaging

extension ColorImage {
  /// The image of a camera, by the colour of what is in a direction, not of length 1, from where it looked first.
  ///
  /// - Parameter turn: its rotation from there.
  package init(of camera: Camera, turned turn: Rotation, _ color: (Vector3) -> SIMD3<UInt8>) {
    let back = turn.inverse
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * camera.width * camera.height)
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        let ideal = camera.normalized(SIMD2(Double(x), Double(y)))
        let pixel = color(back * Vector3(ideal.x, ideal.y, 1))
        for channel in 0..<3 { pixels.append(pixel[channel]) }
      }
    }
    self.init(width: camera.width, height: camera.height, pixels: pixels)
  }

  /// What a camera sees of this image, which another one at the same place took, black beside it.
  ///
  /// - Parameters:
  ///   - camera: the camera that sees a part of it.
  ///   - turn: its rotation from where the other one looks.
  ///   - whole: the camera that took this image.
  package func seen(by camera: Camera, turned turn: Rotation, of whole: Camera) -> ColorImage {
    ColorImage(of: camera, turned: turn) { direction in
      whole.pixel(of: direction).map(bilinear(at:)) ?? .zero
    }
  }

  /// The channels between four pixels; 0 outside.
  private func bilinear(at place: SIMD2<Double>) -> SIMD3<UInt8> {
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    guard x >= 0, y >= 0, x + 1 < width, y + 1 < height else { return .zero }
    let (fx, fy) = (place.x - Double(x), place.y - Double(y))
    var channels = SIMD3<UInt8>.zero
    for channel in 0..<3 {
      func value(_ column: Int, _ row: Int) -> Double {
        Double(pixels[3 * (row * width + column) + channel])
      }
      let upper = value(x, y) * (1 - fx) + value(x + 1, y) * fx
      let lower = value(x, y + 1) * (1 - fx) + value(x + 1, y + 1) * fx
      channels[channel] = UInt8((upper * (1 - fy) + lower * fy).rounded())
    }
    return channels
  }
}

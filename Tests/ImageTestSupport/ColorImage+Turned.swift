package import PoseGeometry
package import PoseImaging

extension ColorImage {
  /// What a camera sees of this image, which another one at the same place took, black beside it.
  ///
  /// - Parameters:
  ///   - camera: the camera that sees a part of it.
  ///   - turn: its rotation from where the other one looks.
  ///   - whole: the camera that took this image.
  package func seen(by camera: Camera, turned turn: Rotation, of whole: Camera) -> ColorImage {
    let back = turn.inverse
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * camera.width * camera.height)
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        let ideal = camera.normalized(SIMD2(Double(x), Double(y)))
        let place = whole.pixel(of: back * Vector3(ideal.x, ideal.y, 1)) ?? SIMD2(0, 0)
        append(bilinear: place, to: &pixels)
      }
    }
    return ColorImage(width: camera.width, height: camera.height, pixels: pixels)
  }

  /// Appends the channels between four pixels; 0 outside.
  private func append(bilinear place: SIMD2<Double>, to channels: inout [UInt8]) {
    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    let isInside = x >= 0 && y >= 0 && x + 1 < width && y + 1 < height
    let (fx, fy) = (place.x - Double(x), place.y - Double(y))
    for channel in 0..<3 {
      func value(_ column: Int, _ row: Int) -> Double {
        Double(pixels[3 * (row * width + column) + channel])
      }
      guard isInside else {
        channels.append(0)
        continue
      }
      let upper = value(x, y) * (1 - fx) + value(x + 1, y) * fx
      let lower = value(x, y + 1) * (1 - fx) + value(x + 1, y + 1) * fx
      channels.append(UInt8((upper * (1 - fy) + lower * fy).rounded()))
    }
  }
}

import PoseImaging

extension ColorImage {
  /// The picture as a mirror shows it.
  var mirrored: ColorImage {
    var mirrored: [UInt8] = []
    mirrored.reserveCapacity(pixels.count)
    for row in 0..<height {
      for column in (0..<width).reversed() {
        let start = 3 * (row * width + column)
        mirrored += pixels[start..<(start + 3)]
      }
    }
    return ColorImage(width: width, height: height, pixels: mirrored)
  }
}

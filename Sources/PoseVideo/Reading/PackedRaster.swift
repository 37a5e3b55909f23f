import PoseImaging

/// RGB in memory, three bytes a pixel, each row with room at its end.
struct PackedRaster {
  let width: Int
  let height: Int
  let stride: Int
  let bytes: UnsafeBufferPointer<UInt8>

  /// The picture turned upright. Tiles keep both the rows that are read and those that are written
  /// in the cache.
  func upright(_ orientation: ImageOrientation) -> ColorImage {
    let (newWidth, newHeight) = orientation.swapsAxes ? (height, width) : (width, height)
    let count = 3 * width * height
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      filled = count
      guard let target = target.baseAddress, let source = bytes.baseAddress else { return }
      if orientation == .up {
        for row in 0..<height {
          (target + 3 * width * row).update(from: source + stride * row, count: 3 * width)
        }
        return
      }
      // Where the upright picture's pixel (0, 0) is stored, and how far its neighbours are.
      let flips = orientation.flips
      let (alongX, alongY) = orientation.swapsAxes ? (stride, 3) : (3, stride)
      let origin =
        (flips.x ? (newWidth - 1) * alongX : 0) + (flips.y ? (newHeight - 1) * alongY : 0)
      let (stepX, stepY) = (flips.x ? -alongX : alongX, flips.y ? -alongY : alongY)
      let tile = 32
      for top in Swift.stride(from: 0, to: newHeight, by: tile) {
        for left in Swift.stride(from: 0, to: newWidth, by: tile) {
          for y in top..<min(top + tile, newHeight) {
            var from = source + (origin + y * stepY + left * stepX)
            var to = target + 3 * (y * newWidth + left)
            for _ in left..<min(left + tile, newWidth) {
              (to[0], to[1], to[2]) = (from[0], from[1], from[2])
              to += 3
              from += stepX
            }
          }
        }
      }
    }
    return ColorImage(width: newWidth, height: newHeight, pixels: pixels)
  }
}

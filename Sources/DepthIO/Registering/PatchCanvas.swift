/// A z-buffer that the pixels of a depth map are painted into as patches of surface: of all that is
/// painted on a pixel the nearest stays.
struct PatchCanvas {
  let width: Int
  let height: Int
  /// NaN where nothing was painted.
  private(set) var metres: [Float]
  /// That of the depth that stayed; low where nothing was painted.
  private(set) var confidence: [DepthConfidence]?

  init(width: Int, height: Int, hasConfidence: Bool) {
    self.width = width
    self.height = height
    metres = Array(repeating: .nan, count: width * height)
    confidence = hasConfidence ? Array(repeating: .low, count: width * height) : nil
  }

  /// Paints every pixel of a map.
  mutating func paint(_ map: DepthMap, corners: CornerRays, projection: FastProjection) {
    withPixels { pixels in
      corners.numbers.withUnsafeBytes { rays in
        projection.withProjector { projector in
          let painter = PatchPainter(
            map: map, rays: rays, rayStride: corners.stride, translation: corners.translation,
            projector: projector, pixels: pixels)
          painter.paint()
        }
      }
    }
  }

  private mutating func withPixels(_ body: (Pixels) -> Void) {
    let (width, height) = (width, height)
    metres.withUnsafeMutableBufferPointer { metres in
      guard confidence != nil else {
        return body(Pixels(width: width, height: height, metres: metres, confidence: nil))
      }
      confidence?.withUnsafeMutableBufferPointer { confidence in
        body(Pixels(width: width, height: height, metres: metres, confidence: confidence))
      }
    }
  }

  /// The canvas while it is painted.
  struct Pixels {
    let width: Int
    let height: Int
    let metres: UnsafeMutableBufferPointer<Float>
    let confidence: UnsafeMutableBufferPointer<DepthConfidence>?
  }
}

extension PatchCanvas.Pixels {
  /// Paints a patch; what is there and nearer stays.
  @inline(__always)
  func paint(_ patch: Patch, confidence level: DepthConfidence?) {
    let end = (patch.bottom &- 1) &* width &+ patch.left &+ 3
    guard level == nil, patch.right &- patch.left <= 3, end <= metres.count,
      let canvas = metres.baseAddress
    else { return paintOneByOne(patch, level) }
    // Most patches have one to three columns. Which of them, nothing could guess, so there is no
    // branch; how many rows there are, the patch before has told.
    let second: UInt32 = patch.left &+ 1 < patch.right ? 0 : .max
    let third: UInt32 = patch.left &+ 2 < patch.right ? 0 : .max
    var place = canvas + (patch.top &* width &+ patch.left)
    let first = patch.offset + patch.slopeX * Float(patch.left) + patch.slopeY * Float(patch.top)
    for row in 0..<(patch.bottom &- patch.top) {
      let start = first + patch.slopeY * Float(row)
      paint(patch, place, start, 0)
      paint(patch, place + 1, start + patch.slopeX, second)
      paint(patch, place + 2, start + (patch.slopeX + patch.slopeX), third)
      place += width
    }
  }

  /// Paints a pixel unless the mask is all ones. As integers positive numbers have the same order,
  /// and NaN and what is masked are larger.
  @inline(__always)
  private func paint(
    _ patch: Patch, _ place: UnsafeMutablePointer<Float>, _ added: Float, _ mask: UInt32
  ) {
    var added = added < patch.least ? patch.least : added
    added = added > patch.most ? patch.most : added
    let depth = (patch.depth + added).bitPattern | mask
    let before = place.pointee.bitPattern
    place.pointee = Float(bitPattern: before < depth ? before : depth)
  }

  /// Paints a patch of any size, to the same bits.
  @inline(never)
  private func paintOneByOne(_ patch: Patch, _ level: DepthConfidence?) {
    let first = patch.offset + patch.slopeX * Float(patch.left) + patch.slopeY * Float(patch.top)
    for row in patch.top..<patch.bottom {
      let start = first + patch.slopeY * Float(row - patch.top)
      for column in patch.left..<patch.right {
        var added = start + patch.slopeX * Float(column - patch.left)
        added = added < patch.least ? patch.least : added
        added = added > patch.most ? patch.most : added
        let (depth, index) = (patch.depth + added, row * width + column)
        guard depth > 0, !(metres[index] <= depth) else { continue }
        metres[index] = depth
        if let level { confidence?[index] = level }
      }
    }
  }
}

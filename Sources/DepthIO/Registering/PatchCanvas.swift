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
    let start = patch.top &* width &+ patch.left
    guard level == nil, start &+ 2 &* width &+ 3 <= metres.count,
      let canvas = metres.baseAddress
    else { return paintOneByOne(patch, level) }
    paintNine(patch, at: canvas + start)
    guard patch.right &- patch.left > 3 || patch.bottom &- patch.top > 3 else { return }
    paintOneByOne(patch, nil)
  }

  /// Paints the first three columns of the first three rows, as much as most patches have, without a
  /// branch: which of them a patch has, and which is nearer, nothing could guess.
  @inline(__always)
  private func paintNine(_ patch: Patch, at place: UnsafeMutablePointer<Float>) {
    // As integers positive numbers have the same order, and NaN and what is left out are larger.
    let second: UInt32 = patch.left &+ 1 < patch.right ? 0 : .max
    let third: UInt32 = patch.left &+ 2 < patch.right ? 0 : .max
    @inline(__always)
    func paint(_ place: UnsafeMutablePointer<Float>, _ added: Float, _ mask: UInt32) {
      var added = added < patch.least ? patch.least : added
      added = added > patch.most ? patch.most : added
      let depth = (patch.depth + added).bitPattern | mask
      let before = place.pointee.bitPattern
      place.pointee = Float(bitPattern: before < depth ? before : depth)
    }
    @inline(__always)
    func paintRow(_ place: UnsafeMutablePointer<Float>, _ start: Float, _ mask: UInt32) {
      paint(place, start, mask)
      paint(place + 1, start + patch.slopeX, mask | second)
      paint(place + 2, start + (patch.slopeX + patch.slopeX), mask | third)
    }
    let start = patch.offset + patch.slopeX * Float(patch.left) + patch.slopeY * Float(patch.top)
    paintRow(place, start, 0)
    paintRow(place + width, start + patch.slopeY, patch.top &+ 1 < patch.bottom ? 0 : .max)
    paintRow(
      place + 2 &* width, start + (patch.slopeY + patch.slopeY),
      patch.top &+ 2 < patch.bottom ? 0 : .max)
  }

  /// Paints a patch of any size, to the same bits as `paintNine`.
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

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
          let painter = DepthSplatter(
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
    let end = (patch.bottom &- 1) &* width &+ patch.left &+ 4
    guard level == nil, patch.right &- patch.left <= 4, end <= metres.count,
      let canvas = UnsafeMutableRawPointer(metres.baseAddress)
    else { return paintOneByOne(patch, level) }
    // Most patches have one to three columns. Which of them, nothing could guess, so four are taken
    // at once; how many rows there are, the patch before has told.
    //
    // As integers positive numbers have the same order, and NaN and what is masked are larger.
    let columns = SIMD4<Int32>(0, 1, 2, 3)
    let masked = SIMD4<Int32>.zero.replacing(
      with: .max, where: columns .>= Int32(truncatingIfNeeded: patch.right &- patch.left))
    let steps = patch.slopeX * SIMD4<Float>(0, 1, 2, 3)
    let first = patch.offset + patch.slopeX * Float(patch.left) + patch.slopeY * Float(patch.top)
    var place = canvas + (patch.top &* width &+ patch.left) &* MemoryLayout<Float>.stride
    for row in 0..<(patch.bottom &- patch.top) {
      var added = (first + patch.slopeY * Float(row)) + steps
      added = added.replacing(with: patch.least, where: .!(added .>= patch.least))
      added = added.replacing(with: patch.most, where: added .> patch.most)
      let depth = unsafeBitCast(patch.depth + added, to: SIMD4<Int32>.self) | masked
      let before = place.loadUnaligned(as: SIMD4<Int32>.self)
      place.storeBytes(
        of: before.replacing(with: depth, where: depth .< before), as: SIMD4<Int32>.self)
      place += width &* MemoryLayout<Float>.stride
    }
  }

  /// Paints a patch of any size, to the same bits.
  @inline(never)
  private func paintOneByOne(_ patch: Patch, _ level: DepthConfidence?) {
    let first = patch.offset + patch.slopeX * Float(patch.left) + patch.slopeY * Float(patch.top)
    for row in patch.top..<patch.bottom {
      let start = first + patch.slopeY * Float(row - patch.top)
      for column in patch.left..<patch.right {
        var added = start + patch.slopeX * Float(column - patch.left)
        // For NaN too: slopes of odd cameras may be none.
        added = added >= patch.least ? added : patch.least
        added = added > patch.most ? patch.most : added
        let (depth, index) = (patch.depth + added, row * width + column)
        guard !(metres[index] <= depth) else { continue }
        metres[index] = depth
        if let level { confidence?[index] = level }
      }
    }
  }
}

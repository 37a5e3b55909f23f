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

/// A patch of surface in the picture: a rectangle of pixels and the plane over it.
struct Patch {
  /// The first column and row, and those after the last.
  let left: Int
  let right: Int
  let top: Int
  let bottom: Int
  /// The depth of the patch's middle.
  let depth: Float
  /// The values added at pixel (0, 0), and for every pixel to the right and down.
  let offset: Float
  let slopeX: Float
  let slopeY: Float
  /// The least and the most that is added: the patch doesn't go on beyond its corners.
  let least: Float
  let most: Float
}

/// Eight patches as they are computed, number by number, and to be read one by one.
struct EightPatches: ~Copyable {
  private let numbers = PatchRow(count: 80)

  /// Stores the numbers of eight patches in the order of `Patch`.
  @inline(__always)
  func store(
    pixels: (SIMD8<UInt32>, SIMD8<UInt32>, SIMD8<UInt32>, SIMD8<UInt32>), depth: SIMD8<Float>,
    offset: SIMD8<Float>, slopeX: SIMD8<Float>, slopeY: SIMD8<Float>, least: SIMD8<Float>,
    most: SIMD8<Float>
  ) {
    numbers[eightFrom: 0] = unsafeBitCast(pixels.0, to: SIMD8<Float>.self)
    numbers[eightFrom: 8] = unsafeBitCast(pixels.1, to: SIMD8<Float>.self)
    numbers[eightFrom: 16] = unsafeBitCast(pixels.2, to: SIMD8<Float>.self)
    numbers[eightFrom: 24] = unsafeBitCast(pixels.3, to: SIMD8<Float>.self)
    numbers[eightFrom: 32] = depth
    numbers[eightFrom: 40] = offset
    numbers[eightFrom: 48] = slopeX
    numbers[eightFrom: 56] = slopeY
    numbers[eightFrom: 64] = least
    numbers[eightFrom: 72] = most
  }

  /// One of them; it may be empty.
  @inline(__always)
  subscript(lane: Int) -> Patch {
    Patch(
      left: Int(numbers[lane].bitPattern), right: Int(numbers[8 &+ lane].bitPattern),
      top: Int(numbers[16 &+ lane].bitPattern), bottom: Int(numbers[24 &+ lane].bitPattern),
      depth: numbers[32 &+ lane], offset: numbers[40 &+ lane], slopeX: numbers[48 &+ lane],
      slopeY: numbers[56 &+ lane], least: numbers[64 &+ lane], most: numbers[72 &+ lane])
  }
}

/// A row of numbers in memory of its own, padded so that vectors of eight never run over its end.
struct PatchRow: ~Copyable {
  private let numbers: UnsafeMutablePointer<Float>
  private let count: Int

  /// A row of zeros for so many numbers.
  init(count: Int) {
    self.count = Self.padded(count)
    numbers = .allocate(capacity: self.count)
    numbers.initialize(repeating: 0, count: self.count)
  }

  deinit { numbers.deallocate() }

  /// So many numbers and at least eight more, up to a whole number of vectors.
  static func padded(_ count: Int) -> Int { (count + 15) / 8 * 8 }

  subscript(index: Int) -> Float {
    get { numbers[index] }
    nonmutating set { numbers[index] = newValue }
  }

  /// The eight numbers from an index on.
  subscript(eightFrom index: Int) -> SIMD8<Float> {
    get { UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD8<Float>.self) }
    nonmutating set {
      UnsafeMutableRawPointer(numbers + index).storeBytes(of: newValue, as: SIMD8<Float>.self)
    }
  }
}

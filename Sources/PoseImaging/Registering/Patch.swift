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

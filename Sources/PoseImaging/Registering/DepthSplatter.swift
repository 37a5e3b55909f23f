internal import PoseGeometry

/// Takes the pixels of a depth map to a colour camera, eight at a time, and paints them there.
struct DepthSplatter {
  let map: DepthMap
  /// `CornerRays.numbers`, in memory.
  let rays: UnsafeRawBufferPointer
  /// `CornerRays.stride`.
  let rayStride: Int
  let translation: SIMD3<Float>
  let projector: FastProjection.Projector
  let pixels: PatchCanvas.Pixels

  typealias Eight = SIMD8<Float>

  /// The corners between two rows of pixels, in the colour camera: pixel (u, v) and depth w. NaN
  /// where the pixels around a corner belong to several surfaces or some are missing, and each has a
  /// corner of its own.
  private struct CornerRow: ~Copyable {
    let u: PatchRow
    let v: PatchRow
    let w: PatchRow

    init(count: Int) {
      u = PatchRow(count: count)
      v = PatchRow(count: count)
      w = PatchRow(count: count)
    }
  }

  /// Paints the map.
  func paint() {
    let levels = pixels.confidence == nil ? nil : map.confidence
    // Three rows of depths, 0 for nothing measured, pixel x at x + 1; two rows of corners.
    var above = PatchRow(count: map.width + 2)
    var here = PatchRow(count: map.width + 2)
    var below = PatchRow(count: map.width + 2)
    var upper = CornerRow(count: map.width + 1)
    var lower = CornerRow(count: map.width + 1)
    let scratch = EightPatches()
    load(row: 0, into: here)
    project(row: 0, above: above, below: here, into: upper)
    for row in 0..<map.height {
      load(row: row + 1, into: below)
      project(row: row + 1, above: here, below: below, into: lower)
      for column in stride(from: 0, to: map.width, by: 8) {
        let depths = here[eightFrom: column + 1]
        guard any(depths .> 0) else { continue }
        var quad = Quad(column: column, upper: upper, lower: lower)
        let isTorn = (depths .> 0) .& (quad.mean.u .!= quad.mean.u)
        if any(isTorn) {
          for lane in 0..<8 where isTorn[lane] {
            tear(&quad, lane, row: row, column: column + lane, above, here, below)
          }
        }
        paint(
          quad, depths: depths, row: row, column: column, levels: levels, scratch: scratch)
      }
      swap(&above, &here)
      swap(&here, &below)
      swap(&upper, &lower)
    }
  }

  /// Copies a row of the map; zeros for one after the last.
  private func load(row: Int, into target: borrowing PatchRow) {
    map.metres.withUnsafeBytes { metres in
      let start = row * map.width
      let end = row < map.height ? map.width / 8 * 8 : 0
      for column in stride(from: 0, to: end, by: 8) {
        let depths = metres.loadUnaligned(
          fromByteOffset: (start + column) * MemoryLayout<Float>.stride, as: Eight.self)
        // False for NaN.
        target[eightFrom: column + 1] = Eight.zero.replacing(with: depths, where: depths .> 0)
      }
    }
    for column in (row < map.height ? map.width / 8 * 8 : 0)..<map.width {
      let depth = row < map.height ? map[column, row] : 0
      target[column + 1] = depth.isNaN ? 0 : depth
    }
  }

  /// A jump between neighbours of more than 3 % and 3 cm is an edge between surfaces.
  @inline(__always)
  private static func jump(at depth: Eight) -> Eight {
    let limit = 0.03 * depth
    return limit.replacing(with: 0.03, where: limit .< 0.03)
  }

  /// Takes the corners between two rows of depths to the colour camera. A corner's depth is the mean
  /// of the pixels around it, so that neighbours on a surface share their corners and leave no crack
  /// between them.
  @inline(__always)
  private func project(
    row: Int, above: borrowing PatchRow, below: borrowing PatchRow,
    into target: borrowing CornerRow
  ) {
    for column in stride(from: 0, to: map.width + 1, by: 8) {
      let depths = (
        above[eightFrom: column], above[eightFrom: column + 1], below[eightFrom: column],
        below[eightFrom: column + 1]
      )
      // 0 where one is missing.
      let least = Self.least(depths)
      let isOne = (least .> 0) .& (Self.most(depths) - least .<= Self.jump(at: least))
      let mean = (depths.0 + depths.1 + (depths.2 + depths.3)) * 0.25
      let depth = Eight(repeating: .nan).replacing(with: mean, where: isOne)
      let corner = project(
        depth, x: ray(0, row: row, column: column), y: ray(1, row: row, column: column),
        z: ray(2, row: row, column: column))
      target.u[eightFrom: column] = corner.u
      target.v[eightFrom: column] = corner.v
      target.w[eightFrom: column] = corner.w
    }
  }

  /// Eight numbers of a coordinate (0 for x, 1, 2) of the corners from one on.
  @inline(__always)
  private func ray(_ coordinate: Int, row: Int, column: Int) -> Eight {
    let index = (3 &* row &+ coordinate) &* rayStride &+ column
    return rays.loadUnaligned(
      fromByteOffset: index &* MemoryLayout<Float>.stride, as: Eight.self)
  }

  @inline(__always)
  private func project(
    _ depth: Eight, x: Eight, y: Eight, z: Eight
  ) -> (u: Eight, v: Eight, w: Eight) {
    let w = depth * z + translation.z
    let pixel = projector.pixels(
      x: depth * x + translation.x, y: depth * y + translation.y, z: w)
    return (pixel.u, pixel.v, w)
  }

  /// The four corners of eight patches: at the left and right, above and below.
  private struct Quad {
    var u: (Eight, Eight, Eight, Eight)
    var v: (Eight, Eight, Eight, Eight)
    var w: (Eight, Eight, Eight, Eight)

    init(column: Int, upper: borrowing CornerRow, lower: borrowing CornerRow) {
      u = (
        upper.u[eightFrom: column], upper.u[eightFrom: column + 1], lower.u[eightFrom: column],
        lower.u[eightFrom: column + 1]
      )
      v = (
        upper.v[eightFrom: column], upper.v[eightFrom: column + 1], lower.v[eightFrom: column],
        lower.v[eightFrom: column + 1]
      )
      w = (
        upper.w[eightFrom: column], upper.w[eightFrom: column + 1], lower.w[eightFrom: column],
        lower.w[eightFrom: column + 1]
      )
    }

    /// The middle of each patch; NaN when a corner is missing.
    @inline(__always)
    var mean: (u: Eight, v: Eight, w: Eight) {
      (
        (u.0 + u.1 + (u.2 + u.3)) * 0.25, (v.0 + v.1 + (v.2 + v.3)) * 0.25,
        (w.0 + w.1 + (w.2 + w.3)) * 0.25
      )
    }
  }

  /// Gives a patch at the edge of a surface corners of its own. Each is seen where the mean depth of
  /// those pixels around it that belong to the surface puts it, as its neighbours' corners are, and
  /// has the depth to which the surface goes on from the pixel.
  private func tear(
    _ quad: inout Quad, _ lane: Int, row: Int, column: Int, _ above: borrowing PatchRow,
    _ here: borrowing PatchRow, _ below: borrowing PatchRow
  ) {
    let depth = here[column + 1]
    let limit = max(0.03 * depth, 0.03)
    func step(_ neighbour: Float) -> Float? {
      abs(neighbour - depth) <= limit ? neighbour - depth : nil
    }
    /// In the same order for every pixel at a corner, so that they all have the same.
    func mean(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
      let depths = SIMD4(a, b, c, d)
      let isNear = (depths - depth .<= limit) .& (depth - depths .<= limit)
      let count = SIMD4<Float>.zero.replacing(with: 1, where: isNear).sum()
      let near = SIMD4<Float>.zero.replacing(with: depths, where: isNear)
      return ((near[0] + near[1]) + (near[2] + near[3])) / count
    }
    /// Half of what the surface changes by from pixel to pixel.
    func half(_ before: Float, _ after: Float) -> Float {
      switch (step(before), step(after)) {
      case (let before?, let after?): (after - before) / 4
      case (let before?, nil): -before / 2
      case (nil, let after?): after / 2
      case (nil, nil): 0
      }
    }
    let (left, right) = (here[column], here[column + 2])
    let across = half(left, right)
    let down = half(above[column + 1], below[column + 1])
    let means = SIMD4(
      mean(above[column], above[column + 1], left, depth),
      mean(above[column + 1], above[column + 2], depth, right),
      mean(left, depth, below[column], below[column + 1]),
      mean(depth, right, below[column + 1], below[column + 2]))
    let planes = SIMD4(
      depth - across - down, depth + across - down, depth - across + down,
      depth + across + down)
    func corners(_ coordinate: Int) -> Eight {
      let above = ray(coordinate, row: row, column: column)
      let below = ray(coordinate, row: row + 1, column: column)
      let four = SIMD4(above[0], above[1], below[0], below[1])
      return Eight(lowHalf: four, highHalf: four)
    }
    let corner = project(
      Eight(lowHalf: means, highHalf: planes), x: corners(0), y: corners(1), z: corners(2))
    func set(_ target: inout (Eight, Eight, Eight, Eight), _ values: SIMD4<Float>) {
      target.0[lane] = values[0]
      target.1[lane] = values[1]
      target.2[lane] = values[2]
      target.3[lane] = values[3]
    }
    set(&quad.u, corner.u.lowHalf)
    set(&quad.v, corner.v.lowHalf)
    set(&quad.w, corner.w.highHalf)
  }

  /// Paints eight patches, flat between their corners.
  @inline(__always)
  private func paint(
    _ quad: Quad, depths: Eight, row: Int, column: Int, levels: [DepthConfidence]?,
    scratch: borrowing EightPatches
  ) {
    let (u, v, w) = (quad.u, quad.v, quad.w)
    let top = Self.ceiling(Self.least(v), most: pixels.height)
    let bottom = Self.ceiling(Self.most(v), most: pixels.height)
    // Above or below the picture, as a good part of what a depth camera sees often is.
    guard any(top .< bottom) else { return }
    let mean = quad.mean
    // The plane over the patch: how u, v and w change from left to right and from above to below.
    let right = ((u.1 - u.0) + (u.3 - u.2), (v.1 - v.0) + (v.3 - v.2), (w.1 - w.0) + (w.3 - w.2))
    let down = ((u.2 - u.0) + (u.3 - u.1), (v.2 - v.0) + (v.3 - v.1), (w.2 - w.0) + (w.3 - w.1))
    let area = right.0 * down.1 - right.1 * down.0
    // A patch seen edge-on is painted with its own depth.
    let inverse = Eight.zero.replacing(with: 1 / area, where: area * area .> 1e-6)
    let slopeX = (right.2 * down.1 - down.2 * right.1) * inverse
    let slopeY = (down.2 * right.0 - right.2 * down.0) * inverse
    // The middle's depth is the pixel's own, not its neighbours' mean.
    let ahead =
      (ray(2, row: row, column: column) + ray(2, row: row, column: column + 1)
        + (ray(2, row: row + 1, column: column) + ray(2, row: row + 1, column: column + 1))) * 0.25
    let depth = depths * ahead + translation.z
    let (least, most) = (Self.least(w) - mean.w, Self.most(w) - mean.w)
    // NaN for a patch that is nowhere in the picture. What is painted is more than 0 and finite.
    let isShown =
      (depths .> 0) .& (mean.u .== mean.u) .& (depth + least .> 0) .& (depth + most .< .infinity)
    // Through memory: taking a vector apart number by number copies it every time.
    scratch.store(
      pixels: (
        Self.ceiling(Self.least(u), most: pixels.width),
        Self.ceiling(Self.most(u), most: pixels.width),
        top,
        SIMD8<UInt32>.zero.replacing(with: bottom, where: isShown)
      ),
      depth: depth, offset: -(slopeX * mean.u + slopeY * mean.v), slopeX: slopeX, slopeY: slopeY,
      least: least, most: most)
    for lane in 0..<8 {
      let patch = scratch[lane]
      guard patch.top < patch.bottom, patch.left < patch.right else { continue }
      pixels.paint(patch, confidence: levels?[row &* map.width &+ column &+ lane])
    }
  }

  @inline(__always)
  private static func least(_ values: (Eight, Eight, Eight, Eight)) -> Eight {
    let a = values.0.replacing(with: values.1, where: values.1 .< values.0)
    let b = values.2.replacing(with: values.3, where: values.3 .< values.2)
    return a.replacing(with: b, where: b .< a)
  }

  @inline(__always)
  private static func most(_ values: (Eight, Eight, Eight, Eight)) -> Eight {
    let a = values.0.replacing(with: values.1, where: values.1 .> values.0)
    let b = values.2.replacing(with: values.3, where: values.3 .> values.2)
    return a.replacing(with: b, where: b .> a)
  }

  /// The least whole number that isn't less (by more than a thousandth), between 0 and a number up
  /// to 2²².
  ///
  /// From 2²³ on every number is whole: adding it rounds, and leaves the number in the low bits.
  @inline(__always)
  private static func ceiling(_ values: Eight, most: Int) -> SIMD8<UInt32> {
    let most = Float(most)
    var inside = Eight.zero.replacing(with: values, where: values .> 0)
    inside.replace(with: most, where: inside .> most)
    return unsafeBitCast(inside + 0.499 + 0x1p23, to: SIMD8<UInt32>.self) & 0x7F_FFFF
  }
}

/// The rays through the corners of a depth camera's pixels, turned into the colour camera's frame: a
/// point of depth z on one is `z * (x, y, z) + translation` there.
///
/// Single precision holds a pixel's place to 1e-4 of a pixel.
struct CornerRays: Sendable {
  /// The numbers of a row of one coordinate, padded to whole vectors.
  let stride: Int
  /// For every row of corners the x of all of them, then y, then z; NaN where the camera's distortion
  /// can't tell the ray.
  let numbers: [Float]
  let translation: SIMD3<Float>

  init(_ camera: Camera, colorFromDepth: RigidTransform, mirrorsColor: Bool) {
    let (columns, rows) = (camera.width + 1, camera.height + 1)
    stride = PatchRow.padded(columns)
    var numbers = [Float](repeating: .nan, count: 3 * stride * rows)
    let side = mirrorsColor ? Vector3(-1, 1, 1) : Vector3(1, 1, 1)
    let translation = colorFromDepth.translation * side
    for row in 0..<rows {
      for column in 0..<columns {
        // Corners lie half a pixel before the pixel of their number.
        let ray = camera.normalized(SIMD2(Double(column) - 0.5, Double(row) - 0.5))
        let turned = SIMD3<Float>(colorFromDepth.rotation * Vector3(ray.x, ray.y, 1) * side)
        let index = 3 * stride * row + column
        numbers[index] = turned.x
        numbers[index + stride] = turned.y
        numbers[index + 2 * stride] = turned.z
      }
    }
    self.numbers = numbers
    self.translation = SIMD3<Float>(translation)
  }
}

internal import PoseGeometry

/// The pixels of eight points at once, for a camera with any distortion.
///
/// Brown–Conrady's formula, which nearly all cameras have, is evaluated. Any other distortion is
/// tabulated over the rays of the view and interpolated between them; the table is made so fine that
/// a pixel is off by less than a hundredth.
struct FastProjection: Sendable {
  private enum Lens {
    case formula(WideBrownConrady)
    case table(PixelTable)
  }

  private let scale: SIMD2<Float>
  private let center: SIMD2<Float>
  private let reachSquared: Float
  private let lens: Lens?

  /// A projection for rays no farther than `reach` from the optical axis, as |(x/z, y/z)|.
  init(_ camera: Camera, reach: Double) {
    scale = SIMD2(Float(camera.fx), Float(camera.fy))
    center = SIMD2(Float(camera.cx), Float(camera.cy))
    var reach = reach
    if case .brownConrady(let distortion) = camera.distortion {
      reach = min(reach, distortion.reach)
      lens = .formula(WideBrownConrady(distortion))
    } else {
      lens = camera.distortion == nil ? nil : .table(PixelTable(camera, reach: reach))
    }
    reachSquared = Float(reach * reach)
  }

  /// Runs the body with the projection as it is used: with its table in hand.
  func withProjector(_ body: (Projector) -> Void) {
    var projector = Projector(
      scale: scale, center: center, reachSquared: reachSquared, formula: nil, table: nil)
    switch lens {
    case .table(let table):
      table.withCells { cells in
        projector.table = cells
        body(projector)
      }
    case .formula(let formula):
      projector.formula = formula
      body(projector)
    case nil: body(projector)
    }
  }

  /// The projection while it is used.
  struct Projector {
    fileprivate let scale: SIMD2<Float>
    fileprivate let center: SIMD2<Float>
    fileprivate let reachSquared: Float
    fileprivate var formula: WideBrownConrady?
    fileprivate var table: PixelTable.Cells?

    /// The pixels (u, v) of eight points in the camera's frame; NaN for those behind the camera and
    /// beyond the reach.
    @inline(__always)
    func pixels(x: SIMD8<Float>, y: SIMD8<Float>, z: SIMD8<Float>) -> (
      u: SIMD8<Float>, v: SIMD8<Float>
    ) {
      let inverse = 1 / z
      var (rayX, rayY) = (x * inverse, y * inverse)
      // False for NaN.
      let isSeen = (z .> 0) .& (rayX * rayX + rayY * rayY .<= reachSquared)
      let nan = SIMD8<Float>(repeating: .nan)
      if let table {
        let zero = SIMD8<Float>.zero
        let pixels = table.pixels(
          x: zero.replacing(with: rayX, where: isSeen), y: zero.replacing(with: rayY, where: isSeen)
        )
        return (
          nan.replacing(with: pixels.u, where: isSeen), nan.replacing(with: pixels.v, where: isSeen)
        )
      }
      if let formula { (rayX, rayY) = formula.distorted(rayX, rayY) }
      return (
        nan.replacing(with: rayX * scale.x + center.x, where: isSeen),
        nan.replacing(with: rayY * scale.y + center.y, where: isSeen)
      )
    }
  }
}

/// `LensDistortion.BrownConrady` for eight rays at once. In single precision a pixel is off by
/// less than a thousandth.
private struct WideBrownConrady: Sendable {
  private let k: SIMD8<Float>

  init(_ distortion: LensDistortion.BrownConrady) { k = SIMD8<Float>(distortion.k) }

  @inline(__always)
  func distorted(_ x: SIMD8<Float>, _ y: SIMD8<Float>) -> (SIMD8<Float>, SIMD8<Float>) {
    let (xx, yy, xy) = (x * x, y * y, x * y)
    let r2 = xx + yy
    // One term at a time: the compiler takes seconds for their sums.
    var numerator = k[1] + r2 * k[4]
    numerator = k[0] + r2 * numerator
    numerator = 1 + r2 * numerator
    var denominator = k[6] + r2 * k[7]
    denominator = k[5] + r2 * denominator
    denominator = 1 + r2 * denominator
    let radial = numerator / denominator
    var (u, v) = (x * radial, y * radial)
    u += (2 * k[2]) * xy
    u += k[3] * (r2 + 2 * xx)
    v += k[2] * (r2 + 2 * yy)
    v += (2 * k[3]) * xy
    return (u, v)
  }
}

/// The pixel of every node of a grid of rays.
private struct PixelTable: Sendable {
  /// The nodes of a row.
  private let side: Int
  private let origin: Float
  private let nodesPerUnit: Float
  /// u and v of every node, row by row.
  private let nodes: [SIMD2<Float>]

  init(_ camera: Camera, reach: Double) {
    // A hundredth of a pixel moves a surface at 60° by less than a tenth of a millimetre.
    var cells = 64
    while cells < 1024, Self.error(of: camera, reach: reach, cells: cells) > 0.01 { cells *= 2 }
    // A node more on each side, so that rounding never leaves the grid.
    let step = 2 * reach / Double(cells)
    let start = -reach - step
    side = cells + 3
    origin = Float(start)
    nodesPerUnit = Float(1 / step)
    var nodes: [SIMD2<Float>] = []
    nodes.reserveCapacity(side * side)
    for row in 0..<side {
      for column in 0..<side {
        let ray = SIMD2(start + Double(column) * step, start + Double(row) * step)
        nodes.append(SIMD2<Float>(camera.pixel(along: ray)))
      }
    }
    self.nodes = nodes
  }

  /// Returns the maximum error of the middles of cells along the diagonal and the axes, in pixels.
  private static func error(of camera: Camera, reach: Double, cells: Int) -> Double {
    let step = 2 * reach / Double(cells)
    var worst = 0.0
    for index in 0..<cells / 2 {
      let place = (Double(index) + 0.5) * step
      for direction in [SIMD2<Double>(1, 0), [0, 1], [0.7, 0.7], [-0.7, 0.7]] {
        let ray = place * direction
        let corners = [SIMD2(-0.5, -0.5), SIMD2(0.5, -0.5), SIMD2(-0.5, 0.5), SIMD2(0.5, 0.5)]
        let mean = corners.reduce(SIMD2<Double>.zero) {
          $0 + camera.pixel(along: ray + step * $1) / 4
        }
        let off = mean - camera.pixel(along: ray)
        let distance = off.length
        if distance.isFinite { worst = max(worst, distance) }
      }
    }
    return worst
  }

  func withCells(_ body: (Cells) -> Void) {
    nodes.withUnsafeBytes { nodes in
      guard let start = nodes.baseAddress else { return }
      body(Cells(side: side, origin: origin, nodesPerUnit: nodesPerUnit, nodes: start))
    }
  }

  /// The table while it is used.
  struct Cells {
    let side: Int
    let origin: Float
    let nodesPerUnit: Float
    let nodes: UnsafeRawPointer

    @inline(__always)
    func pixels(x: SIMD8<Float>, y: SIMD8<Float>) -> (u: SIMD8<Float>, v: SIMD8<Float>) {
      let (gridX, gridY) = ((x - origin) * nodesPerUnit, (y - origin) * nodesPerUnit)
      let (columns, rows) = (gridX.wholePart, gridY.wholePart)
      let (right, down) = (gridX - columns.floats, gridY - rows.floats)
      let first = rows.numbers &* UInt32(side) &+ columns.numbers
      @inline(__always)
      func pixel(_ lane: Int) -> SIMD2<Float> {
        // A node and the one to its right, then the two below.
        let node = MemoryLayout<SIMD2<Float>>.stride
        let place = nodes + Int(first[lane]) &* node
        let upper = place.loadUnaligned(as: SIMD4<Float>.self)
        let lower = (place + side &* node).loadUnaligned(as: SIMD4<Float>.self)
        let between = upper + down[lane] * (lower - upper)
        return between.lowHalf + right[lane] * (between.highHalf - between.lowHalf)
      }
      let (a, b, c, d) = (pixel(0), pixel(1), pixel(2), pixel(3))
      let (e, f, g, h) = (pixel(4), pixel(5), pixel(6), pixel(7))
      return (
        SIMD8(a.x, b.x, c.x, d.x, e.x, f.x, g.x, h.x), SIMD8(a.y, b.y, c.y, d.y, e.y, f.y, g.y, h.y)
      )
    }
  }
}

extension SIMD8<Float> {
  /// The next whole numbers below, of numbers from 0 to 2²².
  ///
  /// From 2²³ on every number is whole: adding it rounds, and leaves the number in the low bits.
  /// (`rounded` calls the C library once a number where the processor may be an old one.)
  @inline(__always)
  var wholePart: (floats: SIMD8<Float>, numbers: SIMD8<UInt32>) {
    let magic: Float = 0x1p23
    let shifted = self + magic
    let rounded = shifted - magic
    let isAbove = rounded .> self
    let numbers = unsafeBitCast(shifted, to: SIMD8<UInt32>.self) & 0x7F_FFFF
    return (
      rounded - SIMD8<Float>.zero.replacing(with: 1, where: isAbove),
      numbers &- SIMD8<UInt32>.zero.replacing(with: 1, where: isAbove)
    )
  }
}

extension Camera {
  /// The pixel that a ray (x/z, y/z) meets.
  fileprivate func pixel(along ray: SIMD2<Double>) -> SIMD2<Double> {
    pixel(of: SIMD3(ray.x, ray.y, 1)) ?? SIMD2(.nan, .nan)
  }
}

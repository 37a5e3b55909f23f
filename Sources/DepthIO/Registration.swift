/// Moves depth maps of a depth camera into the view of a colour camera beside it.
///
/// Every depth pixel is a small patch of surface. Its four corners are taken to the colour camera,
/// and the patch is painted there with its distance from that camera; where patches overlap the
/// nearest wins. What the depth camera couldn't see stays NaN: nothing is ever filled in or
/// interpolated, and patches of two surfaces never join. Intel's librealsense aligns in the same way
/// (`align.cpp`: corners ±0.5 px, z-buffer).
public struct Registration: Sendable {
  /// The depth camera, for the size of the depth maps that are moved.
  public let depth: Camera
  /// The colour camera, for the size of the maps that come back: the colour picture's view, scaled
  /// so that a pixel is about as wide as one of the depth camera's.
  public let target: Camera
  /// Takes points of the depth camera's frame to the colour camera's.
  public let colorFromDepth: Extrinsics
  /// The largest |(x/z, y/z)| in the target's view, with a margin. Beyond it a distortion polynomial
  /// can fold back into the picture.
  private let reach: Double

  /// A registration of maps of the size that `depth` is for to the view of `color`, whatever its
  /// size. Both may be distorted; the result is distorted as the colour picture is.
  public init(depth: Camera, color: Camera, colorFromDepth: Extrinsics) {
    let wanted = ((depth.fx * depth.fy) / (color.fx * color.fy)).squareRoot()
    // No more than 16 megapixels, however odd the intrinsics.
    let pixels = Double(color.width) * Double(color.height)
    let scale = min(wanted, (16e6 / pixels).squareRoot())
    self.depth = depth
    self.target = color.scaled(
      toWidth: max(1, Int((Double(color.width) * scale).rounded())),
      height: max(1, Int((Double(color.height) * scale).rounded())))
    self.colorFromDepth = colorFromDepth
    self.reach = 1.05 * target.farthestRay
  }

  /// The map as the colour camera would have measured it; NaN where the depth camera saw nothing.
  /// The map must have the size that `depth` is for.
  public func registered(_ map: DepthMap) -> DepthMap {
    precondition(
      map.width == depth.width && map.height == depth.height,
      "a \(map.width)×\(map.height) map for a \(depth.width)×\(depth.height) camera")
    let rays = PixelGrid(width: map.width + 1, height: map.height + 1) { column, row in
      // Corners lie half a pixel before the pixel of their number.
      depth.normalized(SIMD2(Double(column) - 0.5, Double(row) - 0.5))
    }
    var painter = DepthPainter(width: target.width, height: target.height)
    for row in 0..<map.height {
      for column in 0..<map.width where !map[column, row].isNaN {
        paint(column: column, row: row, of: map, rays: rays, with: &painter)
      }
    }
    return DepthMap(
      width: target.width, height: target.height, metres: painter.metres, scale: map.scale)
  }

  private func paint(
    column: Int, row: Int, of map: DepthMap, rays: PixelGrid, with painter: inout DepthPainter
  ) {
    let z = Double(map[column, row])
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    var center = SIMD3<Double>.zero
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let ray = rays[column + x, row + y]
      let cornerZ = map.cornerDepth(column: column + x, row: row + y, near: z)
      let corner = colorFromDepth(SIMD3(ray.x, ray.y, 1) * cornerZ)
      guard (corner.x * corner.x + corner.y * corner.y).squareRoot() <= reach * corner.z,
        let pixel = target.pixel(of: corner), pixel.x.isFinite, pixel.y.isFinite
      else { return }
      low = pointwiseMin(low, pixel)
      high = pointwiseMax(high, pixel)
      center += colorFromDepth(SIMD3(ray.x, ray.y, 1) * z) / 4
    }
    painter.paint(from: low, to: high, depth: center.z)
  }
}

extension Camera {
  /// The largest |(x/z, y/z)| of the rays through the corners of the picture.
  fileprivate var farthestRay: Double {
    let (right, bottom) = (Double(width) - 0.5, Double(height) - 0.5)
    let corners = [(-0.5, -0.5), (right, -0.5), (-0.5, bottom), (right, bottom)]
    return corners.map { corner in
      let ray = normalized(SIMD2(corner.0, corner.1))
      return (ray * ray).sum().squareRoot()
    }.max() ?? 0
  }
}

extension DepthMap {
  /// The depth at the corner before a pixel: the mean of those of its four pixels that belong to one
  /// surface with a depth `z`, so that neighbours on one surface share their corners and leave no
  /// crack between them. A jump of more than 3 % and 3 cm is an edge between surfaces.
  fileprivate func cornerDepth(column: Int, row: Int, near z: Double) -> Double {
    let limit = max(0.03 * z, 0.03)
    var (sum, count) = (0.0, 0.0)
    for y in max(row - 1, 0)...min(row, height - 1) {
      for x in max(column - 1, 0)...min(column, width - 1) {
        let neighbour = Double(self[x, y])
        guard abs(neighbour - z) <= limit else { continue }
        sum += neighbour
        count += 1
      }
    }
    return sum / count
  }
}

/// A ray for every node of a grid of pixels.
private struct PixelGrid {
  private let width: Int
  private var rays: [SIMD2<Double>] = []

  init(width: Int, height: Int, ray: (Int, Int) -> SIMD2<Double>) {
    self.width = width
    rays.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width { rays.append(ray(column, row)) }
    }
  }

  subscript(column: Int, row: Int) -> SIMD2<Double> { rays[row * width + column] }
}

/// A z-buffer: of all that is painted on a pixel, the nearest stays.
private struct DepthPainter {
  private let width: Int
  private let height: Int
  private(set) var metres: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    metres = Array(repeating: .nan, count: width * height)
  }

  /// Paints the pixels whose centres lie in the rectangle; its upper bounds belong to the next one.
  mutating func paint(from low: SIMD2<Double>, to high: SIMD2<Double>, depth: Double) {
    let bounds = SIMD2(Double(width), Double(height))
    let first = pointwiseMin(pointwiseMax(low.rounded(.up), .zero), bounds)
    let end = pointwiseMin(pointwiseMax(high.rounded(.up), .zero), bounds)
    guard depth > 0 else { return }
    for y in Int(first.y)..<max(Int(first.y), Int(end.y)) {
      for x in Int(first.x)..<max(Int(first.x), Int(end.x)) {
        let before = metres[y * width + x]
        if before.isNaN || Float(depth) < before { metres[y * width + x] = Float(depth) }
      }
    }
  }
}

internal import PoseSystem
public import PoseGeometry

/// Moves depth maps of a depth camera into the view of a colour camera beside it.
///
/// Every depth pixel is a small patch of surface. Its four corners are taken to the colour camera,
/// and the patch is painted there with its distance from that camera, flat between the corners;
/// where patches overlap the nearest wins. What the depth camera couldn't see stays NaN: nothing is
/// ever filled in or interpolated from one surface to another, and patches of two surfaces never
/// join.
///
/// Intel's librealsense aligns in the same way (`align.cpp`: corners ±0.5 px, z-buffer), with one
/// depth a patch. On surfaces that face the camera the two agree; a sloping one is a flight of steps
/// there, off by up to half of what its depth changes by from pixel to pixel.
///
/// The rays of the depth camera are computed once, here, for all the maps of a video.
public struct Registration: Sendable {
  /// The resolution of the returned maps. The view is the colour image's either way.
  public enum Resolution: Sendable {
    /// A pixel is about as wide as one of the depth camera's: nothing is lost or made up.
    case depth
    /// A pixel for each of the colour picture's.
    case color
  }

  /// The depth camera, for the size of the depth maps that are moved.
  public let depth: Camera
  /// The colour camera, for the size of the maps that come back.
  public let target: Camera
  /// Takes points of the depth camera's frame to the colour camera's.
  public let colorFromDepth: RigidTransform
  /// The rays of the patches' corners; `nil` when both cameras are one, and maps come back as they
  /// are.
  private let corners: CornerRays?
  /// The way from a point in the target's frame to its pixel.
  private let projection: FastProjection?

  /// A registration of maps of the size that `depth` is for to the view of `color`, whatever its
  /// size. Both may be distorted; the result is distorted as the colour picture is. Pixels whose ray
  /// the depth camera's distortion can't tell are left out.
  public init(
    depth: Camera, color: Camera, colorFromDepth: RigidTransform, resolution: Resolution = .depth
  ) {
    self.init(
      depth: depth, color: color, colorFromDepth: colorFromDepth, mirrorsColor: false,
      resolution: resolution)
  }

  /// The same for a colour image that may have been mirrored on reading: points then have their x
  /// flipped after `colorFromDepth`.
  package init(
    depth: Camera, color: Camera, colorFromDepth: RigidTransform, mirrorsColor: Bool,
    resolution: Resolution = .depth
  ) {
    self.depth = depth
    self.target = resolution == .color ? color : color.matching(depth)
    self.colorFromDepth = colorFromDepth
    let isAligned =
      colorFromDepth == .identity && !mirrorsColor && depth.hasIntrinsics(of: target)
    self.corners =
      isAligned
      ? nil : CornerRays(depth, colorFromDepth: colorFromDepth, mirrorsColor: mirrorsColor)
    // With a margin; beyond it a distortion polynomial can fold back into the picture.
    self.projection =
      isAligned ? nil : FastProjection(target, reach: min(1.05 * target.farthestRay, Self.widest))
  }

  /// The rays farthest from the optical axis that are projected, as |(x/z, y/z)|: 80° from it. No depth camera has farther
  /// ones, and towards 90° a fisheye's have no end.
  private static let widest = tan(80 * Double.pi / 180)

  /// The map as the colour camera would have measured it; NaN where the depth camera saw nothing. A
  /// confidence goes with its depth. The map must have the size that `depth` is for.
  public func registered(_ map: DepthMap) -> DepthMap {
    precondition(
      map.width == depth.width && map.height == depth.height,
      "a \(map.width)×\(map.height) map for a \(depth.width)×\(depth.height) camera")
    guard let corners, let projection else { return map }
    var canvas = PatchCanvas(
      width: target.width, height: target.height, hasConfidence: map.confidence != nil)
    canvas.paint(map, corners: corners, projection: projection)
    return DepthMap(
      width: target.width, height: target.height, positive: canvas.metres,
      confidence: canvas.confidence, scale: map.scale)
  }
}

extension Camera {
  /// The same view at the resolution of a depth camera: a pixel is about as wide as one of its own,
  /// and there are no more than 16 megapixels, however odd the intrinsics.
  fileprivate func matching(_ depth: Camera) -> Camera {
    let wanted = ((depth.fx * depth.fy) / (fx * fy)).squareRoot()
    let scale = min(wanted, (16e6 / (Double(width) * Double(height))).squareRoot())
    return scaled(
      toWidth: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }

  /// The largest |(x/z, y/z)| of the rays through the picture, its border included; rays that the distortion can't tell, as
  /// outside a fisheye's circle, don't count.
  fileprivate var farthestRay: Double {
    let steps = 32
    let places = (0...steps).map { Double($0) / Double(steps) }
    let pixels = places.flatMap { row in
      places.map { SIMD2($0 * Double(width) - 0.5, row * Double(height) - 0.5) }
    }
    // A lens of which no ray can be told shows nothing.
    return pixels.reduce(1e-3) { farthest, pixel in
      let length = normalized(pixel).length
      return length.isFinite ? max(farthest, length) : farthest
    }
  }
}

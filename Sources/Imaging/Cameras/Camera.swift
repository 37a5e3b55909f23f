#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pinhole camera for a picture of a stated size, with an optional lens distortion.
///
/// Pixels: the centre of the top-left pixel is (0, 0). Camera frame: x right, y down, z forward.
public struct Camera: Sendable, Equatable {
  /// Where the intrinsics came from.
  public enum Source: String, Sendable {
    /// A calibration stored with the picture by the device that took it.
    case calibration
    /// A camera file.
    case file
    /// The focal length in the picture's EXIF data.
    case exif
    /// The caller.
    case user
    /// Nothing: the assumed field of view.
    case assumed
  }

  /// Size in pixels of the picture that the intrinsics belong to.
  public var width: Int
  /// Size in pixels of the picture that the intrinsics belong to.
  public var height: Int
  /// Focal lengths in pixels.
  public var fx: Double
  /// Focal lengths in pixels.
  public var fy: Double
  /// Principal point in pixels.
  public var cx: Double
  /// Principal point in pixels.
  public var cy: Double
  /// Lens distortion; `nil` for none.
  public var distortion: LensDistortion?
  /// Where the intrinsics came from.
  public var source: Source

  /// A camera from its intrinsics.
  public init(
    width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double,
    distortion: LensDistortion? = nil, source: Source
  ) {
    precondition(width > 0 && height > 0, "a camera without extent")
    precondition(
      fx > 0 && fy > 0 && [fx, fy, cx, cy].allSatisfy(\.isFinite),
      "a camera's intrinsics are numbers, its focal lengths more than 0")
    self.width = width
    self.height = height
    self.fx = fx
    self.fy = fy
    self.cx = cx
    self.cy = cy
    self.distortion = distortion
    self.source = source
  }

  /// A camera with square pixels and the principal point in the picture's middle, for a field of
  /// view along the picture's diagonal, in radians. The assumed default is 60°.
  public init(width: Int, height: Int, diagonalFieldOfView: Double, source: Source) {
    let diagonal = Double(width * width + height * height).squareRoot()
    let focal = diagonal / 2 / tan(diagonalFieldOfView / 2)
    self.init(
      width: width, height: height, fx: focal, fy: focal,
      cx: Double(width - 1) / 2, cy: Double(height - 1) / 2, source: source)
  }

  /// The same camera for the picture scaled to another size: `cx' = (cx + 0.5)·s − 0.5`.
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> Camera {
    let scale = SIMD2(Double(newWidth) / Double(width), Double(newHeight) / Double(height))
    var camera = self
    camera.width = newWidth
    camera.height = newHeight
    camera.fx *= scale.x
    camera.fy *= scale.y
    camera.cx = (cx + 0.5) * scale.x - 0.5
    camera.cy = (cy + 0.5) * scale.y - 0.5
    if let center = distortion?.center {
      camera.distortion?.center = (center + 0.5) * scale - 0.5
    }
    return camera
  }

  /// The ray (x/z, y/z) through a pixel, with the lens distortion removed; NaN where the lens shows
  /// nothing: outside the circle of a fisheye, and where a polynomial would fold the picture back.
  public func normalized(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
    guard let distortion else { return ray(pixel) }
    if distortion.model == .radialTable {
      return ray(distortion.undistortedPixel(pixel, width: width, height: height))
    }
    return distortion.undistorted(ray(pixel))
  }

  /// The pixel of a point in the camera frame, lens distortion applied; `nil` for a point that is
  /// not in front of the camera, and for one beyond what the lens shows.
  public func pixel(of point: SIMD3<Double>) -> SIMD2<Double>? {
    guard point.z > 0 else { return nil }
    let ideal = SIMD2(point.x / point.z, point.y / point.z)
    guard let distortion else { return pixel(ofRay: ideal) }
    if distortion.model == .radialTable {
      return distortion.distortedPixel(pixel(ofRay: ideal), width: width, height: height)
    }
    return distortion.distorted(ideal).map(pixel(ofRay:))
  }

  private func ray(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2((pixel.x - cx) / fx, (pixel.y - cy) / fy)
  }

  private func pixel(ofRay ray: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(fx * ray.x + cx, fy * ray.y + cy)
  }
}

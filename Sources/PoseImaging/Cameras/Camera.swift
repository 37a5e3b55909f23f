import PoseSystem

/// A pinhole camera for a picture of a stated size, with an optional lens distortion. Size and focal
/// lengths are more than 0 and every number is finite: a camera is not changed, another one is made
/// (`scaled`, `oriented`, `with(distortion:)`).
///
/// Pixels: the centre of the top-left pixel is (0, 0). Camera frame: x right, y down, z forward.
public struct Camera: Sendable, Equatable {
  /// The source of the intrinsics.
  public enum Source: String, Sendable {
    /// A calibration stored with the picture by the device that took it.
    case calibration
    /// A camera file.
    case file
    /// The focal length in the picture's EXIF data.
    case exif
    /// The caller.
    case user
    /// The kind of device that makes depth maps of this size.
    case device
    /// The people in the image: a depth map gives their distance, and their proportions and usual
    /// human stature give the field of view.
    case estimated
    /// Nothing: the assumed field of view.
    case assumed

    /// One standard deviation of the logarithm of the focal length: what cameras differ by where it
    /// is taken from EXIF's whole millimetres, from the device's kind, or from nothing.
    var focalLengthSigma: Double {
      switch self {
      case .calibration, .file, .user: 0
      case .exif: 0.03
      case .device: 0.04
      case .estimated: 0.1
      case .assumed: 0.25
      }
    }
  }

  /// Size in pixels of the picture that the intrinsics belong to.
  public let width: Int
  /// Size in pixels of the picture that the intrinsics belong to.
  public let height: Int
  /// Focal lengths in pixels.
  public let fx: Double
  /// Focal lengths in pixels.
  public let fy: Double
  /// Principal point in pixels.
  public let cx: Double
  /// Principal point in pixels.
  public let cy: Double
  /// Lens distortion; `nil` for none.
  public let distortion: LensDistortion?
  /// The source of the intrinsics.
  public let source: Source
  /// One standard deviation of the focal lengths, as a share of them; 0 where they are known.
  public let focalLengthSigma: Double

  /// A camera from its intrinsics. A size or focal length that isn't more than 0, and a number that
  /// isn't finite, is the caller's bug; files are checked by those who read them. Without a sigma of the
  /// focal lengths it is that of their source.
  public init(
    width: Int, height: Int, fx: Double, fy: Double, cx: Double, cy: Double,
    distortion: LensDistortion? = nil, source: Source, focalLengthSigma: Double? = nil
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
    self.focalLengthSigma = focalLengthSigma ?? source.focalLengthSigma
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
    var lens = distortion
    if case .radialTable(let table) = distortion {
      lens = .radialTable(table.with(center: (table.center + 0.5) * scale - 0.5))
    }
    return Camera(
      width: newWidth, height: newHeight, fx: fx * scale.x, fy: fy * scale.y,
      cx: (cx + 0.5) * scale.x - 0.5, cy: (cy + 0.5) * scale.y - 0.5, distortion: lens,
      source: source, focalLengthSigma: focalLengthSigma)
  }

  /// The same camera for a part of the picture whose first pixel is at a place.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> Camera {
    let corner = SIMD2(Double(x), Double(y))
    var lens = distortion
    if case .radialTable(let table) = distortion {
      lens = .radialTable(table.with(center: table.center - corner))
    }
    return Camera(
      width: width, height: height, fx: fx, fy: fy, cx: cx - corner.x, cy: cy - corner.y,
      distortion: lens, source: source, focalLengthSigma: focalLengthSigma)
  }

  /// The same camera with another lens; `nil` for none.
  public func with(distortion: LensDistortion?) -> Camera {
    Camera(
      width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy, distortion: distortion,
      source: source, focalLengthSigma: focalLengthSigma)
  }

  /// The same camera with its focal lengths times a factor, and what is known of them then.
  public func with(
    focalLengthsTimes factor: Double, source: Source, sigma: Double
  ) -> Camera {
    Camera(
      width: width, height: height, fx: fx * factor, fy: fy * factor, cx: cx, cy: cy,
      distortion: distortion, source: source, focalLengthSigma: sigma)
  }

  /// The field of view along the picture's diagonal, in radians, without lens distortion and with the
  /// principal point in the middle.
  public var diagonalFieldOfView: Double {
    let (x, y) = (Double(width) / fx, Double(height) / fy)
    return 2 * atan((x * x + y * y).squareRoot() / 2)
  }

  /// Whether the field of view is known well enough that directions may be taken from it.
  public var isCalibrated: Bool { focalLengthSigma < 0.05 }

  /// Whether both cameras see the same at every pixel, wherever their intrinsics came from.
  func hasIntrinsics(of other: Camera) -> Bool {
    self
      == Camera(
        width: other.width, height: other.height, fx: other.fx, fy: other.fy, cx: other.cx,
        cy: other.cy, distortion: other.distortion, source: source,
        focalLengthSigma: focalLengthSigma)
  }

  /// The ray (x/z, y/z) through a pixel, with the lens distortion removed; NaN where the lens shows
  /// nothing: outside the circle of a fisheye, and where a polynomial would fold the picture back.
  public func normalized(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
    let nowhere = SIMD2(repeating: Double.nan)
    switch distortion {
    case nil: return ray(pixel)
    case .brownConrady(let lens): return lens.undistorted(ray(pixel)) ?? nowhere
    case .fisheye(let lens): return lens.undistorted(ray(pixel)) ?? nowhere
    case .realSenseModified(let lens): return lens.modifiedInverse(ray(pixel)) ?? nowhere
    case .realSenseInverse(let lens): return lens.inverseInverse(ray(pixel)) ?? nowhere
    case .radialTable(let table):
      return ray(table.undistorted(pixel, width: width, height: height))
    }
  }

  /// The pixel of a point in the camera frame, lens distortion applied; `nil` for a point that is
  /// not in front of the camera, and for one beyond what the lens shows.
  public func pixel(of point: SIMD3<Double>) -> SIMD2<Double>? {
    guard point.z > 0 else { return nil }
    let ideal = SIMD2(point.x / point.z, point.y / point.z)
    switch distortion {
    case nil: return pixel(ofRay: ideal)
    case .brownConrady(let lens): return lens.distorted(ideal).map(pixel(ofRay:))
    case .fisheye(let lens): return lens.distorted(ideal).map(pixel(ofRay:))
    case .realSenseModified(let lens): return lens.modified(ideal).map(pixel(ofRay:))
    case .realSenseInverse(let lens): return lens.inverse(ideal).map(pixel(ofRay:))
    case .radialTable(let table):
      return table.distorted(pixel(ofRay: ideal), width: width, height: height)
    }
  }

  private func ray(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2((pixel.x - cx) / fx, (pixel.y - cy) / fy)
  }

  private func pixel(ofRay ray: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(fx * ray.x + cx, fy * ray.y + cy)
  }
}

import PoseSystem

/// A pinhole camera for a picture of a stated size, with an optional lens distortion. Size and focal
/// lengths are more than 0 and every number is finite: a camera is not changed, another one is made
/// (`scaled`, `oriented`, `with(distortion:)`).
///
/// Pixels: the centre of the top-left pixel is (0, 0). Camera frame: x right, y down, z forward.
public struct Camera: Sendable, Equatable, Codable {
  /// The source of the intrinsics.
  public enum Source: String, Sendable, Codable {
    /// A calibration stored with the picture by the device that took it.
    case calibration
    /// A camera file.
    case file
    /// The focal length that the camera wrote: into the picture's EXIF data, or a video's metadata.
    case exif
    /// The caller.
    case user
    /// The kind of device: the one that makes depth maps of this size, or a phone by a video's metadata.
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

  /// A camera from an encoded one. Throws a `DecodingError` for an extent, a focal length or a sigma that no camera has.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let (width, height) = (
      try values.decode(Int.self, forKey: .width), try values.decode(Int.self, forKey: .height)
    )
    let (fx, fy, cx, cy) = (
      try values.decode(Double.self, forKey: .fx), try values.decode(Double.self, forKey: .fy),
      try values.decode(Double.self, forKey: .cx), try values.decode(Double.self, forKey: .cy)
    )
    let sigma = try values.decode(Double.self, forKey: .focalLengthSigma)
    let extents = 1...Self.maximumExtent
    guard extents.contains(width), extents.contains(height), fx > 0, fy > 0,
      [fx, fy, cx, cy, sigma].allSatisfy(\.isFinite), sigma >= 0
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "these are no intrinsics of a camera"))
    }
    self.init(
      width: width, height: height, fx: fx, fy: fy, cx: cx, cy: cy,
      distortion: try values.decodeIfPresent(LensDistortion.self, forKey: .distortion),
      source: try values.decode(Source.self, forKey: .source), focalLengthSigma: sigma)
  }

  /// The maximum width and height in pixels of a camera that is decoded.
  private static let maximumExtent = 1_000_000

  /// The length of the picture's diagonal in pixels.
  package var diagonal: Double { Self.diagonal(width, height) }

  private static func diagonal(_ width: Int, _ height: Int) -> Double {
    (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot()
  }

  /// A camera with square pixels and the principal point in the picture's middle, for a field of
  /// view along the picture's diagonal, in radians. The assumed default is 60°.
  public init(width: Int, height: Int, diagonalFieldOfView: Double, source: Source) {
    let diagonal = Self.diagonal(width, height)
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
      lens = .radialTable(
        table.with(center: (table.center + 0.5) * scale - 0.5, scale: scale.max()))
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
      lens = .radialTable(table.cropped(from: corner, width: self.width, height: self.height))
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

extension Camera {
  /// A device whose depth maps have a size of their own.
  private struct Device {
    let name: String
    /// The depth map's longer and shorter side in pixels.
    let size: (Int, Int)
    /// Focal length over the picture's diagonal.
    let focalRatio: Double
  }

  /// Devices that can be told by the size of their depth maps, with the focal length of the camera in
  /// whose view the maps are. Kinect v2: 365 px at 512 × 424, what libfreenect2 reads from devices. Azure
  /// Kinect: 0.492 of the sensor's 1,024 pixels, as the factory calibration in `fixtures/cameras` has it, in
  /// all modes, of which some are binned 2 × 2 and the narrow ones show the sensor's middle. Apple's LiDAR
  /// scanner: in the view of the wide camera, 26 mm for 35 mm film.
  private static let devices = [
    Device(name: "a Kinect v2", size: (512, 424), focalRatio: 365.0 / 664.8),
    Device(name: "an Azure Kinect (narrow)", size: (640, 576), focalRatio: 504.0 / 861.1),
    Device(name: "an Azure Kinect (narrow, binned)", size: (320, 288), focalRatio: 252.0 / 430.5),
    Device(name: "an Azure Kinect (wide)", size: (1024, 1024), focalRatio: 504.0 / 1448.2),
    Device(name: "an Apple LiDAR scanner", size: (256, 192), focalRatio: 0.604),
  ]

  /// The camera of a picture whose depth map has the size that one kind of device makes; `nil` for sizes
  /// that tell nothing, and where the picture isn't the whole view of the depth camera.
  public static func device(
    width: Int, height: Int, depthWidth: Int, depthHeight: Int
  ) -> Camera? {
    // The same view: the aspect ratios agree to the rounding of a pixel.
    let (wide, high) = (Double(width) / Double(depthWidth), Double(height) / Double(depthHeight))
    guard let device = device(depthWidth: depthWidth, depthHeight: depthHeight),
      abs(wide / high - 1) < 0.01
    else { return nil }
    let focal = device.focalRatio * Self.diagonal(width, height)
    return Camera(
      width: width, height: height, fx: focal, fy: focal, cx: Double(width - 1) / 2,
      cy: Double(height - 1) / 2, source: .device)
  }

  /// The focal length in 35 mm film with which phones and tablets film, in millimetres along the diagonal, and one standard
  /// deviation as a share of it. OpenCap's calibrations of 99 models have 25 to 32 mm (iPhones, median 27) and 29 to 34 mm
  /// (iPads); what steadies videos crops a little more, and phones have other lenses, too.
  private static let phoneVideo = (millimetres: 29.0, sigma: 0.15)

  /// The camera of a video that a phone or a tablet filmed, with the lens that is usual there.
  public static func ofPhone(width: Int, height: Int) -> Camera {
    Camera(
      focalLengthIn35mmFilm: phoneVideo.millimetres, width: width, height: height
    ).with(focalLengthsTimes: 1, source: .device, sigma: phoneVideo.sigma)
  }

  /// The device whose depth maps have a size, `a Kinect v2`; `nil` for sizes that tell nothing.
  public static func deviceName(depthWidth: Int, depthHeight: Int) -> String? {
    device(depthWidth: depthWidth, depthHeight: depthHeight)?.name
  }

  private static func device(depthWidth: Int, depthHeight: Int) -> Device? {
    let size = (max(depthWidth, depthHeight), min(depthWidth, depthHeight))
    return devices.first { $0.size == size }
  }
}

extension Camera {
  /// The diagonal of a frame of 35 mm film in millimetres: √(36² + 24²).
  private static let filmDiagonal = 43.27

  /// The field of view along the diagonal, in radians, of a lens with this focal length in 35 mm film, in millimetres.
  public static func diagonalFieldOfView(focalLengthIn35mmFilm: Double) -> Double {
    2 * atan(filmDiagonal / 2 / focalLengthIn35mmFilm)
  }

  /// A camera with square pixels and the principal point in the picture's middle, from the focal
  /// length in 35 mm film that EXIF states, in millimetres.
  ///
  /// The field of view along the diagonal is that of a film frame of 36 mm × 24 mm, whose diagonal
  /// is 43.27 mm (CIPA DCG-001, "35 mm film equivalent focal length"); so f = F/43.27·√(W²+H²). A
  /// picture that was cropped afterwards makes it wrong by the crop. Without a sigma of the focal length it is that of
  /// EXIF's whole millimetres.
  public init(
    focalLengthIn35mmFilm: Double, width: Int, height: Int, focalLengthSigma: Double? = nil
  ) {
    let diagonal = Self.diagonal(width, height)
    let focal = focalLengthIn35mmFilm / Self.filmDiagonal * diagonal
    self.init(
      width: width, height: height, fx: focal, fy: focal,
      cx: Double(width - 1) / 2, cy: Double(height - 1) / 2, source: .exif,
      focalLengthSigma: focalLengthSigma)
  }
}

extension Camera {
  /// The camera of the upright picture, from the camera of the stored raster: whatever pixel a point
  /// had in the raster, it has the same place in the scene in the upright picture.
  public func oriented(_ orientation: ImageOrientation) -> Camera {
    let size = orientation.swapsAxes ? (height, width) : (width, height)
    let focal = orientation.swapsAxes ? SIMD2(fy, fx) : SIMD2(fx, fy)
    let principal = orientation.upright(pixel: SIMD2(cx, cy), width: size.0, height: size.1)
    return Camera(
      width: size.0, height: size.1, fx: focal.x, fy: focal.y, cx: principal.x, cy: principal.y,
      distortion: distortion?.oriented(orientation, width: size.0, height: size.1),
      source: source, focalLengthSigma: focalLengthSigma)
  }
}

extension ImageOrientation {
  /// The position of a stored raster's pixel in the upright image, which has this size.
  fileprivate func upright(pixel: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
    var place = swapsAxes ? SIMD2(pixel.y, pixel.x) : pixel
    if flips.x { place.x = Double(width - 1) - place.x }
    if flips.y { place.y = Double(height - 1) - place.y }
    return place
  }
}

extension LensDistortion {
  /// The lens of the upright picture, whose size is given. Radial terms look the same from every
  /// side; a table's centre moves with the picture.
  fileprivate func oriented(
    _ orientation: ImageOrientation, width: Int, height: Int
  ) -> LensDistortion {
    switch self {
    case .fisheye: self
    case .brownConrady(let lens): .brownConrady(lens.oriented(orientation))
    case .realSenseModified(let lens): .realSenseModified(lens.oriented(orientation))
    case .realSenseInverse(let lens): .realSenseInverse(lens.oriented(orientation))
    case .radialTable(let table):
      .radialTable(
        table.with(
          center: orientation.upright(pixel: table.center, width: width, height: height), scale: 1))
    }
  }
}

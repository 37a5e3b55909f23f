package import DepthIO
internal import Foundation
internal import Pose3D
internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging

/// The caller's settings of the camera, and the one rule for which camera counts.
///
/// The first available of these counts:
///
/// - the camera file's;
/// - the one of the stated field of view;
/// - the calibration in the image's, depth map's or video's own file;
/// - the one that the focal length in the image's EXIF data, or a video's metadata, gives;
/// - the one of the kind of device that makes depth maps of this size;
/// - the usual one of phones, where a video's metadata name one;
/// - one of an assumed diagonal field of view: 60°, or 74° with a metric depth map, which is usual
///   for cameras with depth.
///
/// `Camera.source` names its origin, `Camera.focalLengthSigma` its uncertainty.
public struct CameraChoice: Sendable {
  /// A camera file: `pose3d.camera/1`, or another program's calibration.
  public var file: FileInput?
  /// A calibration that was read already, of the upright picture; it goes before a camera file.
  package var calibration: CameraFile?
  /// The camera that is meant, in a camera file of several.
  public var name: String?
  /// The picture's field of view along its diagonal, in radians. A camera file goes first.
  public var diagonalFieldOfView: Double?
  /// The direction of gravity (down) in the frame of the camera of the upright picture (x right, y
  /// down, z forward), of any length but 0, where the caller knows it. What the files say and the
  /// floor in a depth map come after it.
  public var gravity: SIMD3<Double>?

  /// The direction of gravity in the frame of a camera that is neither tilted nor turned.
  public static let levelGravity = SIMD3<Double>(0, 1, 0)

  /// The diagonal field of view that is assumed when nothing is known, in radians.
  static let assumedFieldOfView = 60 * Double.pi / 180
  /// The same with a metric depth map, and one standard deviation of the focal length, as a share.
  static let assumedWithDepth = (fieldOfView: 74 * Double.pi / 180, focalLengthSigma: 0.18)

  /// One standard deviation of the focal length that a video's metadata state, as a share of it. They have whole
  /// millimetres (an iPhone 13's 27, and 27.6 by OpenCap's calibration), and may leave out what a phone crops to steady
  /// the video, about a tenth.
  static let videoFocalLengthSigma = 0.1

  /// No settings: the files alone count.
  public init() {}

  /// A camera file.
  public init(file: FileInput, name: String? = nil) {
    self.file = file
    self.name = name
  }

  /// A field of view along the picture's diagonal, in radians.
  public init(diagonalFieldOfView: Double) { self.diagonalFieldOfView = diagonalFieldOfView }
}

extension CameraChoice {
  /// A direction of gravity as users give it: three finite numbers, not all of them 0; `nil` for
  /// others.
  package static func gravity(_ numbers: [Double]) -> SIMD3<Double>? {
    guard numbers.count == 3, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e6 }),
      numbers.contains(where: { abs($0) > 1e-6 })
    else { return nil }
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  /// The direction of gravity that the caller gives, of length 1.
  var givenGravity: SIMD3<Double>? { gravity?.normalized }
}

// MARK: The rule

extension CameraChoice {
  /// The camera of an upright picture.
  ///
  /// - Parameters:
  ///   - stated: the calibration in the camera file, upright.
  ///   - own: the calibration in the picture's, depth map's or video's own file, upright.
  ///   - focalLength: the focal length for 35 mm film in the picture's EXIF or the video's metadata, in millimetres.
  ///   - focalLengthSigma: one standard deviation of that as a share of it; `nil` for that of EXIF.
  ///   - isOfPhone: whether a phone or a tablet took it, with a lens that isn't known.
  ///   - depth: the size of a metric depth map of the same view; `nil` without one.
  /// - Throws: `mismatch` when a calibration is for another aspect ratio.
  func camera(
    forWidth width: Int, height: Int, stated: CameraFile?, own: CameraFile? = nil,
    focalLengthIn35mmFilm focalLength: Double? = nil, focalLengthSigma: Double? = nil,
    isOfPhone: Bool = false, depth: (width: Int, height: Int)? = nil
  ) throws(FileError) -> Camera {
    if let stated { return try stated.colorCamera(forWidth: width, height: height) }
    if let diagonalFieldOfView {
      return Camera(
        width: width, height: height, diagonalFieldOfView: diagonalFieldOfView, source: .user)
    }
    if let own { return try own.colorCamera(forWidth: width, height: height) }
    if let focalLength {
      return Camera(
        focalLengthIn35mmFilm: focalLength, width: width, height: height,
        focalLengthSigma: focalLengthSigma)
    }
    if let depth,
      let device = Camera.device(
        width: width, height: height, depthWidth: depth.width, depthHeight: depth.height)
    {
      return device
    }
    if isOfPhone { return .ofPhone(width: width, height: height) }
    guard depth != nil else {
      return Camera(
        width: width, height: height, diagonalFieldOfView: Self.assumedFieldOfView,
        source: .assumed)
    }
    return Camera(
      width: width, height: height, diagonalFieldOfView: Self.assumedWithDepth.fieldOfView,
      source: .assumed
    ).with(
      focalLengthsTimes: 1, source: .assumed, sigma: Self.assumedWithDepth.focalLengthSigma)
  }

  /// The diagnostic for a camera that was not stated; `nil` for others.
  ///
  /// - Parameters:
  ///   - camera: the camera.
  ///   - missing: the missing setting, as the sentence's beginning.
  ///   - depth: a metric depth map that is used with it; `nil` without one.
  ///   - phone: the phone that a video's metadata name; `nil` for none.
  static func diagnostic(
    on camera: Camera, missing: Diagnostic, depth: DepthMap?, phone: String? = nil
  ) -> Diagnostic? {
    let degrees = Int((camera.diagonalFieldOfView * 180 / .pi).rounded())
    let percent = Int((camera.focalLengthSigma * 100).rounded())
    switch camera.source {
    case .device where depth == nil:
      return
        "\(missing): the file comes from \(phone ?? "a phone"), and a diagonal field of view of \(degrees)° is usual there. Another lens or zoom has another one. Angles hardly depend on it, distances from the camera do."
    case .device:
      let device = depth.flatMap {
        Camera.deviceName(depthWidth: $0.width, depthHeight: $0.height)
      }
      return
        "\(missing): by its size the depth map is \(device ?? "a known device")'s, which has a diagonal field of view of \(degrees)°. Sizes and heights are uncertain by \(percent) % more."
    case .estimated:
      return
        "\(missing): a diagonal field of view of \(degrees)° is estimated from the people in the image, who are taken for adults of ordinary height. It may be off by \(percent) %, and so may sizes and heights; distances are the depth map's."
    case .assumed where depth != nil:
      return
        "\(missing): a diagonal field of view of \(degrees)° is assumed. It may be off by \(percent) %, and so may sizes and heights; distances are the depth map's."
    case .assumed:
      return
        "\(missing): a diagonal field of view of \(degrees)° is assumed. Angles hardly depend on it, distances from the camera do."
    case .calibration, .file, .exif, .user: return nil
    }
  }
}

// MARK: The camera file

extension CameraChoice {
  /// The bytes of a camera file: its meaning may depend on sizes that are known later, and a pipe
  /// can't be read again.
  struct Contents {
    let path: String
    fileprivate let source: Source

    /// The bytes of a file and the name of the camera that is meant in it, or what they say.
    fileprivate enum Source {
      case bytes([UInt8], name: String?)
      case calibration(CameraFile)
    }

    /// The calibration; sizes of pictures are those that are stored.
    func calibration(
      colorSize: (width: Int, height: Int)?, depthSize: (width: Int, height: Int)? = nil
    ) throws(FileError) -> CameraFile {
      switch source {
      case .calibration(let calibration): return calibration
      case .bytes(let bytes, let name):
        var options = CameraReadingOptions(colorSize: colorSize, depthSize: depthSize)
        options.cameraName = name
        return try CameraFile(bytes: bytes, name: path, options: options)
      }
    }

    /// The calibration of images whose size takes an effort to find; it is asked for where the file doesn't state it.
    func calibration(
      colorSizeIfMissing size: () throws(FileError) -> (width: Int, height: Int)
    ) throws(FileError) -> CameraFile {
      if let own = try? calibration(colorSize: nil) { return own }
      return try calibration(colorSize: size())
    }
  }

  /// Reads the camera file; `nil` when none is named.
  func contents() throws(FileError) -> Contents? {
    if let calibration {
      return Contents(path: calibration.path, source: .calibration(calibration))
    }
    guard let file else { return nil }
    let bytes = try file.bytes(limit: CameraFile.sizeLimit)
    return Contents(path: file.name, source: .bytes(bytes, name: name))
  }
}

extension CameraFile {
  /// This calibration for the picture as it stands upright: turned with it when it describes the
  /// picture as it is stored, lying on its side. (A picture stored upside down can't be told by its
  /// shape: its calibration is taken to be upright.)
  func upright(
    with orientation: ImageOrientation, width: Int, height: Int
  ) -> CameraFile {
    orientation.swapsAxes && haveSameLie((color.width, color.height), (height, width))
      ? oriented(orientation) : self
  }
}

/// Whether a raster lies as another one, which is no square, does: both broad, or neither.
func haveSameLie(
  _ raster: (width: Int, height: Int), _ other: (width: Int, height: Int)
) -> Bool {
  other.width != other.height && (raster.width > raster.height) == (other.width > other.height)
}

/// The oddities of a stated camera, and the diagnostics for a camera that fits nothing.
extension Camera {
  /// Diagonal fields of view of lenses that aren't fisheyes, in radians: from a lens of 830 mm for
  /// 35 mm film to the widest rectilinear one, 9 mm.
  private static let usualFieldsOfView = (3 * Double.pi / 180)...(135 * Double.pi / 180)
  /// Sensors' pixels are square, or nearly: anamorphic video has 4:3.
  private static let usualPixelShapes = 0.7...1.45
  /// The maximum distance of the principal point from the image's middle, in images: (0, 0) is too
  /// far.
  private static let maximumOffCentre = 0.4

  /// Whether a file, the device or the caller stated it.
  private var isStated: Bool {
    switch source {
    case .calibration, .file, .exif, .user: true
    case .device, .estimated, .assumed: false
    }
  }

  private var isFisheye: Bool { if case .fisheye = distortion { true } else { false } }

  /// The camera for people: what its numbers mean.
  private var facts: String {
    String(
      format: "a diagonal field of view of %.0f°, its axis through %.0f, %.0f of %d×%d pixels",
      diagonalFieldOfView * 180 / .pi, cx, cy, width, height)
  }

  /// A property that hardly any camera has; `nil` for an ordinary camera, and for one that was not
  /// stated.
  private var oddity: String? {
    guard isStated else { return nil }
    let degrees = String(format: "%.3g°", diagonalFieldOfView * 180 / .pi)
    if !Self.usualPixelShapes.contains(fx / fy) {
      return String(
        format: "its focal lengths fx %.4g and fy %.4g differ, as if pixels were no squares", fx, fy
      )
    }
    if diagonalFieldOfView < Self.usualFieldsOfView.lowerBound {
      return
        "its focal length of \(String(format: "%.0f", fx.rounded())) pixels makes a diagonal field of view of \(degrees), narrower than any usual lens has"
    }
    if diagonalFieldOfView > Self.usualFieldsOfView.upperBound, !isFisheye {
      return
        "its focal length of \(String(format: "%.0f", fx.rounded())) pixels makes a diagonal field of view of \(degrees), wider than any usual lens has"
    }
    let middle = SIMD2(Double(width - 1), Double(height - 1)) / 2
    let isCentral =
      abs(cx - middle.x) <= Self.maximumOffCentre * Double(width)
      && abs(cy - middle.y) <= Self.maximumOffCentre * Double(height)
    return isCentral
      ? nil
      : String(
        format: "its principal point %.0f, %.0f is far from the middle of the image of %d×%d",
        cx, cy, width, height)
  }

  /// That the camera is odd, for the person who stated it; `nil` for an ordinary one.
  ///
  /// - Parameter file: where its intrinsics are from; `nil` for the caller's settings.
  func doubt(statedIn file: String?) -> Diagnostic? {
    oddity.map { oddity in
      "\(file.map { "\($0): " } ?? "the camera: ")\(oddity): check that the intrinsics are in pixels and of this image. Everything is measured by them."
    }
  }

  /// The reason that a person could not be lifted, with what to check: the camera too, if nothing
  /// agrees with the keypoints.
  ///
  /// - Parameter file: the file with its intrinsics; `nil` if no file states them.
  func refusal(_ error: LiftingError, statedIn file: String?) -> String {
    guard error == .noSolution, isStated else { return error.description }
    let whose = file.map { "\($0) states a camera" } ?? "the camera is one"
    return
      "no skeleton agrees with the keypoints: \(whose) with \(facts): check that it is the one of this image; else that the keypoints belong to one person and, when they come from a file, that left and right are the person's own"
  }
}

public import PoseDocuments
public import PoseGeometry
public import PoseImaging

/// A camera's calibration: the intrinsics of the colour camera and, if depth comes from a camera of
/// its own, that camera's and the motion between them.
public struct CameraFile: Sendable, Equatable {
  /// The schema that is read and written.
  public static let schema = "pose3d.camera/1"

  /// The maximum size of a camera file, in bytes; a device's listing may have about 100 kB.
  package static let sizeLimit = 1 << 20

  /// The file, as the caller named it.
  public let path: String
  /// The colour camera, for the size of picture that the file states.
  public let color: Camera
  /// The depth camera, for the size that the file states; `nil` when the depth map is registered to
  /// the colour picture.
  public let depth: Camera?
  /// The unit of an integer depth file; `nil` when the file doesn't state it.
  public let depthUnit: DepthUnit?
  /// Takes points of the depth camera's frame to the colour camera's; `nil` when the file has none.
  public let colorFromDepth: RigidTransform?
  /// Whether the colour image has been mirrored on reading. Points then have their x flipped after
  /// `colorFromDepth`, which no rigid motion can do.
  let mirrorsColor: Bool
  /// Direction of gravity, of length 1, in the colour camera's frame; `nil` when it isn't known.
  public let gravity: SIMD3<Double>?

  /// Reads a camera file: `pose3d.camera/1` or a flat object of the six intrinsics, and the calibrations of
  /// Open3D, RealSense, Azure Kinect, OpenCV, ROS, ORB-SLAM, the TUM data set, Pose2Sim and Qualisys. Its
  /// contents decide the format, never its name. `docs/reference/keypoint-and-camera-values.md` has the fields
  /// of the first.
  ///
  /// Throws a `FileError`: `noSuchFile`, `unknownFormat` for a file of another kind, and
  /// `unsuitable`, with a sentence that names the place in the document, when a value is missing or
  /// makes no sense, or when only `options` can say which camera or size is meant.
  public init(
    contentsOf path: String, options: CameraReadingOptions = CameraReadingOptions()
  ) throws(FileError) {
    try self.init(
      bytes: try FileBytes.read(path, limit: Self.sizeLimit), name: path, options: options)
  }

  /// Reads a camera file from its bytes; `name` is what errors call it. Throws as
  /// `init(contentsOf:options:)` does.
  public init(
    bytes: [UInt8], name: String, options: CameraReadingOptions = CameraReadingOptions()
  ) throws(FileError) {
    self = try CameraReader(path: name, options: options).cameraFile(bytes)
  }

  /// The calibration of a colour camera that is in memory already; `name` is what errors call it.
  package init(name: String, color: Camera) {
    self.init(
      path: name, color: color, depth: nil, depthUnit: nil, colorFromDepth: nil, gravity: nil)
  }

  /// The file with the depth camera of another calibration of the same device, if it has none itself; `nil` for
  /// no other.
  package func withDepthCamera(of other: CameraFile?) -> CameraFile {
    guard depth == nil, let other, other.depth != nil, !mirrorsColor, !other.mirrorsColor else {
      return self
    }
    return CameraFile(
      path: path, color: color, depth: other.depth, depthUnit: depthUnit ?? other.depthUnit,
      colorFromDepth: other.colorFromDepth, gravity: gravity)
  }

  init(
    path: String, color: Camera, depth: Camera?, depthUnit: DepthUnit?,
    colorFromDepth: RigidTransform?, mirrorsColor: Bool = false, gravity: SIMD3<Double>?
  ) {
    self.path = path
    self.color = color
    self.depth = depth
    self.depthUnit = depthUnit
    self.colorFromDepth = colorFromDepth
    self.mirrorsColor = mirrorsColor
    self.gravity = gravity
  }
}

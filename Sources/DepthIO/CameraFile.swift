/// A camera file, `pose3d.camera/1`: the intrinsics of the colour camera and, where depth comes from
/// a camera of its own, that camera's and the place between them. `docs/conventions.md` has the fields.
public struct CameraFile: Sendable, Equatable {
  /// The schema that is read.
  public static let schema = "pose3d.camera/1"

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
  public let colorFromDepth: Extrinsics?
  /// Direction of gravity, of length 1, in the colour camera's frame; `nil` when it isn't known.
  public let gravity: SIMD3<Double>?

  /// Reads a camera file. A flat object of the six intrinsics is accepted as `color`.
  ///
  /// Throws a `DepthIOError` whose sentence names the place in the document when a value is missing
  /// or makes no sense.
  public init(contentsOf path: String) throws(DepthIOError) {
    let bytes = try FileBytes.read(path)
    do throws(JSONNode.Problem) {
      try self.init(JSONNode(parsing: bytes), path: path)
    } catch {
      throw DepthIOError(.unsuitable, path: path, error.message)
    }
  }

  init(
    path: String, color: Camera, depth: Camera?, depthUnit: DepthUnit?,
    colorFromDepth: Extrinsics?, gravity: SIMD3<Double>?
  ) {
    self.path = path
    self.color = color
    self.depth = depth
    self.depthUnit = depthUnit
    self.colorFromDepth = colorFromDepth
    self.gravity = gravity
  }
}
